import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { queryClient } from '@/api/queries'
import { routes } from '@/routes'

// The first page of a file loads its code, which is slow on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

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
