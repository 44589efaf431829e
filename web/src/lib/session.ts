import { useSyncExternalStore } from 'react'
import type { Role } from '@/api/types'
import { type Claims, claimsOf } from '@/lib/jwt'

/** Browser storage keys; the specification wants token, user info and role kept there. */
export const sessionKeys = {
  token: 'airfolio.token',
  user: 'airfolio.user',
  role: 'airfolio.role',
  locked: 'airfolio.locked',
} as const

export interface Session {
  token: string
  user: Claims
  role: Role
}

export type SessionState =
  | { kind: 'signedOut' }
  | { kind: 'signedIn'; session: Session }
  /** The screen is locked: no token, but the account whose password opens it again. */
  | { kind: 'locked'; account: string }

const listeners = new Set<() => void>()

let known: { token: string | null; locked: string | null; state: SessionState } | undefined

/** The session as the browser's storage has it; the same object as long as nothing changed. */
export function sessionState(): SessionState {
  const token = localStorage.getItem(sessionKeys.token)
  const locked = localStorage.getItem(sessionKeys.locked)
  if (!known || known.token !== token || known.locked !== locked) {
    known = { token, locked, state: read(token, locked) }
  }
  return known.state
}

/** The account of the session, or the one that has locked the screen. */
export function sessionAccount(): string | undefined {
  const state = sessionState()
  if (state.kind === 'signedIn') return state.session.user.account
  return state.kind === 'locked' ? state.account : undefined
}

function read(token: string | null, locked: string | null): SessionState {
  if (locked) return { kind: 'locked', account: locked }
  const user = token ? claimsOf(token) : undefined
  return token && user
    ? { kind: 'signedIn', session: { token, user, role: user.role } }
    : { kind: 'signedOut' }
}

/** True while the token's expiry, which counts in seconds, lies in the future. */
export function isCurrent(session: Session, nowMs: number): boolean {
  return session.user.exp > nowMs / 1000
}

/** Starts or renews the session with a token the server sent; anything that is no token is ignored. */
export function startSession(token: string): void {
  const user = claimsOf(token)
  if (!user) return
  localStorage.setItem(sessionKeys.token, token)
  localStorage.setItem(sessionKeys.user, JSON.stringify(user))
  localStorage.setItem(sessionKeys.role, user.role)
  localStorage.removeItem(sessionKeys.locked)
  announce()
}

/** Ends the session; whatever needs one in this tab and in the others goes to the login page. */
export function endSession(): void {
  forgetSession()
  announce()
}

/** Clears the storage without notifying this tab, for a caller that reloads the page. */
export function forgetSession(): void {
  forgetToken()
  localStorage.removeItem(sessionKeys.locked)
}

/** Drops the token and remembers whose password opens the screen again, in every tab and over a reload. */
export function lockSession(account: string): void {
  // First the lock, so that other tabs never see a moment of being signed out.
  localStorage.setItem(sessionKeys.locked, account)
  forgetToken()
  announce()
}

function forgetToken(): void {
  for (const key of [sessionKeys.token, sessionKeys.user, sessionKeys.role]) localStorage.removeItem(key)
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the session changes, in this tab or in another. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeToSession, sessionState)
}
