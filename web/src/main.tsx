import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '@coreui/coreui/dist/css/coreui.min.css'
import '@/styles/main.css'
import { startI18n } from '@/lib/i18n'

async function start() {
  await startI18n()
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode />)
}

void start()
