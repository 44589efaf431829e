import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { startServer } from '@/testing/server'

vi.mock('@/features/operators/OperatorsPage', () => {
  throw new Error('broken operators')
})
vi.mock('@/features/jobs/TasksPage', () => {
  throw new Error('broken tasks')
})

startServer()
connectApp()
const reported = vi.fn<(error: Error) => void>()
beforeEach(() => {
  startSession(tokenFor(ada))
  vi.stubGlobal('reportError', reported)
})
afterEach(() => vi.unstubAllGlobals())

it('tells of each page whose code fails, in its place in the frame and on the console', async () => {
  // The test runner wraps what a module throws.
  const causes = () => reported.mock.calls.map(([{ cause }]) => String(cause))
  const { router } = renderApp('/operator-list/index')
  expect(await screen.findByText(/This page could not be displayed/)).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  expect(causes()).toEqual(['Error: broken operators'])
  await router.navigate('/all-tasks/index')
  await waitFor(() => expect(causes()).toEqual(['Error: broken operators', 'Error: broken tasks']))
  expect(await screen.findByText(/This page could not be displayed/)).toBeVisible()
})
