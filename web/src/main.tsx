import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import * as z from 'zod/mini'
import { queryClient } from '@/api/queries'
import '@coreui/coreui/dist/css/coreui.min.css'
import '@/styles/main.css'
import { startI18n } from '@/lib/i18n'
import { watchStyles } from '@/lib/lostStyles'
import { startTheme } from '@/lib/theme'
import { createRouter } from '@/routes'
import { connectApi } from '@/shell/connectApi'

async function start() {
  // The content security policy forbids the code generation that zod would try.
  z.config({ jitless: true })
  watchStyles()
  startTheme()
  await startI18n()
  connectApi()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

void start()
