import type { TFunction } from 'i18next'

/** The server's name in the audit log; no account can have it. */
const program = 'system'
/** Before the name of a service token; no account can contain it. */
const service = 'token:'

/** The display name of an actor. */
export function actorName(t: TFunction, actor: string): string {
  if (actor.startsWith(service)) return t('actor.token', { name: actor.slice(service.length) })
  return actor === program ? t('actor.system') : actor
}

/** The actor to request for a display name. */
export function actorAsked(t: TFunction, text: string): string {
  const typed = text.trim()
  const start = t('actor.token', { name: '' })
  if (typed.toLowerCase().startsWith(start.toLowerCase())) return service + typed.slice(start.length)
  return typed.toLowerCase() === t('actor.system').toLowerCase() ? program : text
}
