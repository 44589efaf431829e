import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import * as z from 'zod/mini'
import type { Me } from '@/api/types'
import '@coreui/coreui/dist/css/coreui.min.css'
import '@/styles/main.css'
import { startI18n, startSignInTexts } from '@/lib/i18n'
import { watchStyles } from '@/lib/lostStyles'
import { startTheme } from '@/lib/theme'
import { connectApi } from '@/shell/connectApi'
import { SignInStart } from '@/shell/SignInStart'
import { StartFailure } from '@/shell/StartFailure'
import { backAddress, isSignInAddress, replaceAddress, sendToSignIn } from '@/shell/signInAddress'

async function start() {
  // The content security policy forbids the code generation that zod would try.
  z.config({ jitless: true })
  watchStyles()
  startTheme()
  const element = document.getElementById('root')
  if (!element) return
  const root = createRoot(element)
  try {
    await openFirstPage(root)
  } catch (error) {
    root.render(<StartFailure />)
    throw error
  }
}

async function openFirstPage(root: Root) {
  const openApp = async (me?: Me) => {
    const { showApp } = await import('@/app')
    // From the sign-in page the visitor goes on to the page that was asked for.
    if (isSignInAddress()) replaceAddress(backAddress())
    await showApp(root, me)
  }
  sendToSignIn()
  if (!isSignInAddress()) {
    await startI18n()
    await openApp()
    return
  }
  await startSignInTexts()
  connectApi(() => undefined)
  root.render(
    <StrictMode>
      <SignInStart openApp={openApp} />
    </StrictMode>,
  )
}

void start()
