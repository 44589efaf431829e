import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '@/api/types'
import { LoginPage } from '@/features/session/LoginPage'
import { useDocumentTitle } from '@/lib/useDocumentTitle'
import { StartFailure } from './StartFailure'
import { backAddress, isSignInAddress } from './signInAddress'
import { TranslatedUiTexts } from './TranslatedUiTexts'
import { isUnfetched } from './unfetched'

interface SignInStartProps {
  /** Loads the application and shows it. */
  openApp: (me?: Me) => Promise<void>
}

/** The sign-in page at the start of the program, before the application is loaded. */
export function SignInStart({ openApp }: SignInStartProps) {
  const { t } = useTranslation()
  useDocumentTitle(t('session.login.title'))
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const leave = () => {
      if (!isSignInAddress()) openApp().catch(() => setFailed(true))
    }
    window.addEventListener('hashchange', leave)
    return () => window.removeEventListener('hashchange', leave)
  }, [openApp])
  const open = async (me?: Me) => {
    try {
      await openApp(me)
    } catch (error) {
      throw isUnfetched(error) ? new Error(t('session.unreachable')) : error
    }
  }
  if (failed) return <StartFailure />
  return (
    <TranslatedUiTexts>
      <LoginPage onSignedIn={open} back={backAddress} />
    </TranslatedUiTexts>
  )
}
