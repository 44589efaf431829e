import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { CachedPages } from './CachedPages'

function TypedText({ label }: { label: string }) {
  const { search } = useLocation()
  return (
    <>
      <input aria-label={label} />
      <output aria-label={`address of ${label}`}>{search}</output>
    </>
  )
}

function renderPages() {
  const router = createMemoryRouter(
    [
      {
        element: <CachedPages />,
        children: [
          { path: '/search', element: <TypedText label="kept" />, handle: { titleKey: 'x', keep: 'search' } },
          {
            path: '/overview',
            element: <TypedText label="also kept" />,
            handle: { titleKey: 'x', keep: 'overview' },
          },
          { path: '/tasks', element: <TypedText label="not kept" />, handle: { titleKey: 'x' } },
        ],
      },
    ],
    { initialEntries: ['/search?search=rotor'] },
  )
  render(<RouterProvider router={router} />)
  return { go: (path: string) => act(() => router.navigate(path)) }
}

it('keeps what was typed in a page that stays in memory', async () => {
  const { go } = renderPages()
  await userEvent.type(screen.getByLabelText('kept'), 'main rotor')
  await go('/tasks')
  expect(screen.getByLabelText('kept')).not.toBeVisible()
  await go('/overview')
  await userEvent.type(screen.getByLabelText('also kept'), 'CAT.IDE')
  await go('/search')
  expect(screen.getByLabelText('kept')).toBeVisible()
  expect(screen.getByLabelText('kept')).toHaveValue('main rotor')
  expect(screen.getByLabelText('also kept')).not.toBeVisible()
  expect(screen.getByLabelText('also kept')).toHaveValue('CAT.IDE')
})

it('forgets every other page', async () => {
  const { go } = renderPages()
  await go('/tasks')
  await userEvent.type(screen.getByLabelText('not kept'), 'gone')
  await go('/search')
  expect(screen.queryByLabelText('not kept')).toBeNull()
  await go('/tasks')
  expect(screen.getByLabelText('not kept')).toHaveValue('')
})

it('shows a page that was left the address it was left at, until the user returns', async () => {
  const { go } = renderPages()
  const address = () => screen.getByLabelText('address of kept').textContent
  await go('/tasks?search=other')
  expect(address()).toBe('?search=rotor')
  await go('/search?search=blade')
  expect(address()).toBe('?search=blade')
})
