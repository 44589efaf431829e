import type { CommentSender } from '@/api/changeRequests'
import type { Operator } from '@/api/types'

const remembered = 'airfolio.oemSender'
const names = ['senderIdent', 'enterprise', 'city', 'country'] as const

export const emptySender: CommentSender = { senderIdent: '', enterprise: '', city: '', country: '' }

/** The sender of the last comment that was saved in this browser. */
export function lastSender(): CommentSender {
  const sender = { ...emptySender }
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(remembered) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return sender
    for (const name of names) {
      const value: unknown = Reflect.get(kept, name)
      if (typeof value === 'string') sender[name] = value
    }
  } catch {
    return { ...emptySender }
  }
  return sender
}

export function rememberSender(sender: CommentSender): void {
  localStorage.setItem(remembered, JSON.stringify(sender))
}

/** The sender, from an operator's record; its code is one of an enterprise only if it has five letters and digits. */
export function senderOf({
  code,
  name,
  country,
}: Pick<Operator, 'code' | 'name' | 'country'>): Partial<CommentSender> {
  const isIdent = /^[A-Za-z0-9]{5}$/.test(code)
  return { ...(isIdent && { senderIdent: code.toUpperCase() }), enterprise: name, country }
}
