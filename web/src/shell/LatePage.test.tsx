import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { renderUi } from '@/testing/renderUi'
import { LatePage } from './LatePage'

const reported = vi.fn<(error: unknown) => void>()

beforeAll(startI18n)
beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  'Failed to fetch dynamically imported module: https://air.example/assets/OperatorsPage.js',
  'error loading dynamically imported module: https://air.example/assets/OperatorsPage.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/OperatorsPage.css',
])('says that the page could not come, and shows it when the network is back: %s', async (message) => {
  const load = vi.fn<() => Promise<ReactElement>>()
  load.mockRejectedValueOnce(new TypeError(message)).mockResolvedValueOnce(<h1>Operators</h1>)
  renderUi(<LatePage load={load} />)
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('heading', { name: 'Operators' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(reported).not.toHaveBeenCalled()
})

it('tells an error in the code of the page as one of the program, and the console of it', async () => {
  const error = new TypeError('undefined is not a function')
  renderUi(<LatePage load={() => Promise.reject(error)} />)
  expect(await screen.findByText(/This page could not be shown/)).toBeVisible()
  expect(screen.queryByText(/The server cannot be reached/)).toBeNull()
  expect(reported).toHaveBeenCalledWith(error)
})

it('asks for the page anew each time somebody goes there', async () => {
  const load = async () => <h1>Operators</h1>
  renderUi(<LatePage load={load} />)
  expect(await screen.findByRole('heading', { name: 'Operators' })).toBeVisible()
})
