import type { TFunction } from 'i18next'

/** The server's name in the audit log; no account can have it. */
const program = 'system'

/** The display name of an actor. */
export function actorName(t: TFunction, actor: string): string {
  return actor === program ? t('actor.system') : actor
}

/** The actor to request for a display name. */
export function actorAsked(t: TFunction, text: string): string {
  return text.trim().toLowerCase() === t('actor.system').toLowerCase() ? program : text
}
