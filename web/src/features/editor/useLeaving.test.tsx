import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { createStore } from '@/ui/store'
import type { Saver, SaveState } from './saving/saver'
import { useLeaving } from './useLeaving'

/** A saver with unsaved text whose next save succeeds or not. */
function unsaved(succeeds: boolean): Saver {
  let pending = true
  return {
    state: createStore<SaveState>({ kind: 'changed' }),
    isKept: createStore<boolean>(true),
    edited: () => undefined,
    flush: async () => {
      if (succeeds) pending = false
      return succeeds ? 'abc' : undefined
    },
    settle: async () => undefined,
    takeOver: async () => undefined,
    text: () => '',
    hasUnconfirmed: () => pending,
    savedOn: () => '2026-03-04T05:06:07Z',
    start: () => undefined,
    stop: () => undefined,
  }
}

function Page({ saver }: { saver: Saver }) {
  const { isAsking, leave, stay } = useLeaving(saver)
  return (
    <>
      <Link to="/other">Other page</Link>
      <Link to="/pages/login">Sign-in page</Link>
      {isAsking && (
        <>
          <button type="button" onClick={leave}>
            Leave
          </button>
          <button type="button" onClick={stay}>
            Stay
          </button>
        </>
      )}
    </>
  )
}

function open(saver: Saver) {
  const router = createMemoryRouter([
    { path: '/', element: <Page saver={saver} /> },
    { path: '*', element: null },
  ])
  render(<RouterProvider router={router} />)
  return { user: userEvent.setup(), place: () => router.state.location.pathname }
}

describe('leaving the editor', () => {
  it('saves first and asks nothing when that succeeds', async () => {
    const { user, place } = open(unsaved(true))
    await user.click(screen.getByRole('link', { name: 'Other page' }))
    await waitFor(() => expect(place()).toBe('/other'))
  })

  it('asks when the text cannot be saved', async () => {
    const { user, place } = open(unsaved(false))
    await user.click(screen.getByRole('link', { name: 'Other page' }))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(place()).toBe('/')
    await user.click(screen.getByRole('link', { name: 'Other page' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(place()).toBe('/other'))
  })

  it('does not hold the sign-in page back', async () => {
    const { user, place } = open(unsaved(false))
    await user.click(screen.getByRole('link', { name: 'Sign-in page' }))
    await waitFor(() => expect(place()).toBe('/pages/login'))
  })
})
