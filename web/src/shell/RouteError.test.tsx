import { render, screen } from '@testing-library/react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiProblem } from '@/api/problem'
import { startI18n } from '@/lib/i18n'
import { PageError, RootError } from './RouteError'
import { TranslatedUiTexts } from './TranslatedUiTexts'

beforeAll(startI18n)
// React tells the console of every error that a boundary caught.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

function Failing({ error }: { error: Error }): never {
  throw error
}

function Frame() {
  return (
    <TranslatedUiTexts>
      <p>the frame</p>
      <Outlet />
    </TranslatedUiTexts>
  )
}

function renderFailing(error: Error, where: 'page' | 'frame') {
  const failing = <Failing error={error} />
  const router = createMemoryRouter([
    {
      errorElement: <RootError />,
      element: where === 'frame' ? failing : <Frame />,
      children: [{ errorElement: <PageError />, children: [{ path: '/', element: failing }] }],
    },
  ])
  render(<RouterProvider router={router} />)
}

it('shows a failing page in its place and leaves the frame standing', () => {
  renderFailing(new Error('undefined is not a function'), 'page')
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(screen.getByText('the frame')).toBeVisible()
  expect(screen.queryByText(/undefined/)).toBeNull()
})

it('says that the connection is lost when there is none', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderFailing(new TypeError('Failed to fetch dynamically imported module'), 'page')
  expect(screen.getByText(/The server cannot be reached/)).toBeVisible()
  expect(screen.queryByText('500')).toBeNull()
})

it('does not take an error in the program for a lost connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderFailing(new TypeError('undefined is not a function'), 'page')
  expect(screen.getByText(/This page could not be displayed/)).toBeVisible()
})

it('shows the words and the request id of the server', () => {
  const failure = { title: 'The disk is full', status: 500, code: 'server.internal', requestId: 'req-9' }
  renderFailing(new ApiProblem(failure), 'page')
  expect(screen.getByText('The disk is full')).toBeVisible()
  expect(screen.getByText('req-9')).toBeVisible()
  expect(screen.getByText('500')).toBeVisible()
})

it('still says something when the frame itself fails', () => {
  renderFailing(new Error('no'), 'frame')
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
