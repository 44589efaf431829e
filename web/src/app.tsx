import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from '@/api/queries'
import type { Me } from '@/api/types'
import { enter } from '@/features/session/enter'
import { loadAllTexts } from '@/lib/i18n'
import { createRouter } from '@/routes'
import { connectQueries } from '@/shell/connectQueries'
import { appIcons } from '@/ui/appIcons'
import { addIcons } from '@/ui/icons'

/** Shows the application at the current address, once its first page has loaded. */
export async function showApp(root: Root, me?: Me): Promise<void> {
  await loadAllTexts()
  connectQueries()
  addIcons(appIcons)
  if (me) await enter(me)
  const router = createRouter()
  await new Promise<void>((resolve) => {
    if (router.state.initialized) resolve()
    else router.subscribe(({ initialized }) => initialized && resolve())
  })
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
