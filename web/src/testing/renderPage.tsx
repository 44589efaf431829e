import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactElement, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { meQuery, queryClient } from '@/api/queries'
import type { Me } from '@/api/types'
import { startSession } from '@/lib/session'
import { TranslatedUiTexts } from '@/shell/TranslatedUiTexts'
import { ToastStack } from '@/ui/ToastStack'
import { tokenFor } from './people'

/** One page or dialog for the signed-in `me`, without the frame around it; quicker than the whole application. */
export function renderPage(page: ReactElement, me: Me, path = '/') {
  return renderRoute(page, ['*'], me, path)
}

/** The same for a page that reads parameters from its routes. */
export function renderRoute(page: ReactElement, routes: readonly string[], me: Me, path: string) {
  startSession(tokenFor(me))
  queryClient.setQueryData(meQuery.queryKey, me)
  const element = (
    <TranslatedUiTexts>
      <Suspense>{page}</Suspense>
      <ToastStack />
    </TranslatedUiTexts>
  )
  const router = createMemoryRouter(
    // As in the product, what stands around the pages stays when one follows another.
    [{ element, children: routes.map((each) => ({ path: each, element: null })) }],
    { initialEntries: [path] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    query: () => new URLSearchParams(router.state.location.search),
    /** Follows a link to another address. */
    go: (to: string) => act(() => router.navigate(to)),
    place: () => `${router.state.location.pathname}${router.state.location.search}`,
  }
}
