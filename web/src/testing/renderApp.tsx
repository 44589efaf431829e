import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { queryClient } from '@/api/queries'
import { routes } from '@/routes'
// Lazy in the product; loaded here beforehand, so that no test waits for the disk of a busy machine.
import '@/features/dashboard/DashboardPage'
import '@/features/library/manual/ManualPage'
import '@/features/library/tree/FolderTree'
import '@/features/search/SearchPage'
import '@/features/session/LoginRoute'
import '@/features/session/RegisterPage'
import '@/shell/palette/CommandPalette'
import '@/shell/SessionGate'
import '@/shell/SignedIn'

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
