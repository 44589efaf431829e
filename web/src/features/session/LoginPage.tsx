import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { isCurrent, sessionState } from '@/lib/session'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordSignIn } from './PasswordSignIn'
import { ProviderButtons } from './ProviderButtons'
import { SessionFrame } from './SessionFrame'
import { useProviderReturn, useSignInOptions } from './useProviderSignIn'
import { useSignInForm } from './useSignInForm'

interface LoginPageProps {
  /** Opens the application; without an account when the sign-in happened in another tab. */
  onSignedIn: (me?: Me) => Promise<void>
  /** The page that opens after signing in. */
  back: () => string
}

/** The first page of a visitor. It needs no router, so that it loads quickly. */
export function LoginPage({ onSignedIn, back }: LoginPageProps) {
  const { t } = useTranslation()
  const form = useSignInForm(onSignedIn)
  const returned = useProviderReturn(onSignedIn)
  const { passwords, providers } = useSignInOptions()
  const [emergency, setEmergency] = useState(false)
  useSignInOfAnotherTab(() => void onSignedIn())
  const { asksCode } = form
  const withPassword = passwords || emergency || providers.length === 0

  return (
    <SessionFrame
      title={t('session.login.title')}
      purpose={t(asksCode ? 'session.code.purpose' : 'session.login.purpose')}
    >
      {returned.problem && <FormProblem>{returned.problem.message}</FormProblem>}
      {returned.busy ? (
        <p role="status">{t('session.login.busy')}</p>
      ) : (
        <>
          {withPassword && <PasswordSignIn form={form} />}
          {!asksCode && providers.length > 0 && (
            <>
              {withPassword && <p className="af-session-or">{t('session.provider.or')}</p>}
              <ProviderButtons providers={providers} back={back()} />
            </>
          )}
          <p className="af-session-other">
            {asksCode && (
              <Button variant="link" onClick={form.startOver}>
                {t('session.code.back')}
              </Button>
            )}
            {!asksCode && passwords && (
              <>
                {t('session.login.noAccount')}{' '}
                <a href={href(paths.register())}>{t('session.login.register')}</a>
              </>
            )}
            {!withPassword && (
              <Button variant="link" onClick={() => setEmergency(true)}>
                {t('session.provider.emergency')}
              </Button>
            )}
          </p>
        </>
      )}
    </SessionFrame>
  )
}

/** Signing in in one tab signs in all tabs. */
function useSignInOfAnotherTab(onSignIn: () => void) {
  useEffect(() => {
    const look = () => {
      const state = sessionState()
      if (state.kind === 'signedIn' && isCurrent(state.session, Date.now())) onSignIn()
    }
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [onSignIn])
}
