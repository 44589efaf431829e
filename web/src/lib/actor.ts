import type { TFunction } from 'i18next'

/** How the server names itself where it records who did something; no account can be called so. */
const program = 'system'

/** Who did something, as people read it. */
export function actorName(t: TFunction, actor: string): string {
  return actor === program ? t('actor.system') : actor
}

/** What to ask the server for when somebody looks for an actor by the word they read. */
export function actorAsked(t: TFunction, text: string): string {
  return text.trim().toLowerCase() === t('actor.system').toLowerCase() ? program : text
}
