import { act, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startI18n } from '@/lib/i18n'
import { renderUi } from '@/testing/renderUi'
import { LatePage } from './LatePage'
import { onDemand } from './onDemand'

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
  renderUi(<LatePage source={onDemand(load)} />)
  expect(await screen.findByText(/The server cannot be reached/)).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('heading', { name: 'Operators' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(reported).not.toHaveBeenCalled()
})

it('tells an error in the code of the page as one of the program, and the console of it', async () => {
  const error = new TypeError('undefined is not a function')
  renderUi(<LatePage source={onDemand(() => Promise.reject(error))} />)
  expect(await screen.findByText(/This page could not be displayed/)).toBeVisible()
  expect(screen.queryByText(/The server cannot be reached/)).toBeNull()
  expect(reported).toHaveBeenCalledWith(error)
})

it('shows at once what has come before', async () => {
  const source = onDemand(async () => <h1>Operators</h1>)
  const { unmount } = renderUi(<LatePage source={source} />)
  expect(await screen.findByRole('heading', { name: 'Operators' })).toBeVisible()
  unmount()
  renderUi(<LatePage source={source} />)
  expect(screen.getByRole('heading', { name: 'Operators' })).toBeVisible()
})

describe('when the network is only just back', () => {
  const refused = new TypeError('Importing a module script failed.')

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  })

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const comeBack = () => act(async () => window.dispatchEvent(new Event('online')))

  it('asks once more for a page that is refused, as long as that may still happen', async () => {
    const load = vi.fn<() => Promise<ReactElement>>(() => Promise.reject(refused))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderUi(<LatePage source={onDemand(load)} />)
    await pass(0)
    expect(screen.getByText(/The server cannot be reached/)).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await comeBack()
    await pass(5000)
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
    load.mockResolvedValueOnce(<h1>Operators</h1>)
    await pass(1000)
    expect(screen.getByRole('heading', { name: 'Operators' })).toBeVisible()
  })

  it('asks once more also for what was on its way before', async () => {
    let refuse = (_: Error) => {}
    const first = new Promise<ReactElement>((_, reject) => {
      refuse = reject
    })
    const load = vi.fn<() => Promise<ReactElement>>()
    load.mockReturnValueOnce(first).mockResolvedValueOnce(<h1>Operators</h1>)
    renderUi(<LatePage source={onDemand(load)} />)
    await comeBack()
    await pass(60_000)
    refuse(refused)
    await pass(1000)
    expect(screen.getByRole('heading', { name: 'Operators' })).toBeVisible()
  })

  it('gives up after a while and offers to reload', async () => {
    const load = vi.fn<() => Promise<ReactElement>>(() => Promise.reject(refused))
    await comeBack()
    renderUi(<LatePage source={onDemand(load)} />)
    await pass(9000)
    expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
    await pass(2000)
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    load.mockClear()
    await pass(60_000)
    expect(load).not.toHaveBeenCalled()
  })
})
