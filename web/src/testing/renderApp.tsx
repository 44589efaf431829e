import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { queryClient } from '@/api/queries'
import { startI18n } from '@/lib/i18n'
import { closeOverlay } from '@/lib/overlay'
import { endSession } from '@/lib/session'
import { routes } from '@/routes'
import { connectApi } from '@/shell/connectApi'
import { clearAlerts } from '@/ui/alerts'

// The first page of a file loads its code, which is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** Connects languages, session and api for the tests of one file, and leaves nothing behind after each. */
export function setUpApp(): void {
  let disconnect = () => {}
  beforeAll(startI18n)
  beforeEach(() => {
    stubLayout()
    disconnect = connectApi()
  })
  afterEach(() => {
    endSession()
    disconnect()
    queryClient.clear()
    closeOverlay()
    clearAlerts()
    localStorage.clear()
  })
}

/** The whole application at `path`. */
export function renderApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const place = () => `${router.state.location.pathname}${router.state.location.search}`
  return { router, place }
}

// jsdom lays nothing out: it neither scrolls nor knows media queries. The window of the tests is wide and light.
function stubLayout(): void {
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia = (media) => ({
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })
}
