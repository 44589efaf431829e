import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ada, rita, tokenFor } from '@/testing/people'
import {
  endSession,
  isCurrent,
  lockSession,
  sessionKeys,
  sessionState,
  startSession,
  subscribeToSession,
  useSession,
} from './session'

afterEach(endSession)

function stored() {
  return Object.values(sessionKeys).map((key) => localStorage.getItem(key))
}

/** As the browser tells this tab what another one has written. */
function anotherTab(write: () => void) {
  act(() => {
    write()
    window.dispatchEvent(new StorageEvent('storage'))
  })
}

it('keeps token, user info and role in the browser and drops all of them at the end', () => {
  const token = tokenFor(ada)
  startSession(token)
  expect(localStorage.getItem(sessionKeys.token)).toBe(token)
  expect(JSON.parse(localStorage.getItem(sessionKeys.user) ?? '')).toMatchObject({ account: 'ada' })
  expect(localStorage.getItem(sessionKeys.role)).toBe('admin')
  expect(sessionState()).toMatchObject({ kind: 'signedIn', session: { token, role: 'admin' } })

  endSession()
  expect(stored()).toEqual([null, null, null, null])
  expect(sessionState()).toEqual({ kind: 'signedOut' })
})

it('takes nothing for a session that is no token', () => {
  startSession('rubbish')
  localStorage.setItem(sessionKeys.token, 'rubbish')
  expect(sessionState()).toEqual({ kind: 'signedOut' })
})

it('compares the expiry in seconds', () => {
  startSession(tokenFor(ada))
  const state = sessionState()
  if (state.kind !== 'signedIn') throw new Error('not signed in')
  const { exp } = state.session.user
  expect(isCurrent(state.session, (exp - 1) * 1000)).toBe(true)
  expect(isCurrent(state.session, exp * 1000)).toBe(false)
  expect(isCurrent(state.session, exp)).toBe(true)
})

it('drops the token at the lock and remembers only whose password opens it', () => {
  startSession(tokenFor(ada))
  lockSession('ada')
  expect(stored()).toEqual([null, null, null, 'ada'])
  expect(sessionState()).toEqual({ kind: 'locked', account: 'ada' })
  startSession(tokenFor(ada))
  expect(sessionState()).toMatchObject({ kind: 'signedIn' })
})

it('is never seen signed out by another tab while the screen is locked', () => {
  startSession(tokenFor(ada))
  const seen: string[] = []
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => seen.push(sessionState().kind))
  lockSession('ada')
  vi.restoreAllMocks()
  expect(new Set(seen)).toEqual(new Set(['locked']))
})

it('follows other tabs', () => {
  const { result } = renderHook(useSession)
  anotherTab(() => localStorage.setItem(sessionKeys.token, tokenFor(rita)))
  expect(result.current).toMatchObject({ kind: 'signedIn', session: { role: 'reader' } })
  anotherTab(() => localStorage.clear())
  expect(result.current).toEqual({ kind: 'signedOut' })
})

it('stays the same object until something changes and tells nobody who left', () => {
  startSession(tokenFor(ada))
  expect(sessionState()).toBe(sessionState())
  const listener = vi.fn()
  subscribeToSession(listener)()
  endSession()
  expect(listener).not.toHaveBeenCalled()
})
