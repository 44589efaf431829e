import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Me } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { isCurrent, sessionState } from '@/lib/session'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { SessionFrame } from './SessionFrame'
import { useSignInForm } from './useSignInForm'
import { useWait } from './useWait'

interface LoginPageProps {
  /** Opens the application; without an account when the sign-in happened in another tab. */
  onSignedIn: (me?: Me) => Promise<void>
}

/** The first page of a visitor. It needs no router, so that it loads quickly. */
export function LoginPage({ onSignedIn }: LoginPageProps) {
  const { t } = useTranslation()
  const { submit, busy, problem, errors, clearError } = useSignInForm(onSignedIn)
  const wait = useWait(problem)
  useSignInOfAnotherTab(() => void onSignedIn())

  return (
    <SessionFrame title={t('session.login.title')} purpose={t('session.login.purpose')}>
      <form noValidate onSubmit={submit}>
        <FormProblem>{problem?.message}</FormProblem>
        <Field
          label={t('session.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.account}
          onChange={() => clearError('account')}
        />
        <PasswordField
          label={t('session.password')}
          name="password"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <Button
          type="submit"
          variant="primary"
          className="w-100"
          busy={busy}
          busyText={t('session.login.busy')}
          disabledReason={wait > 0 ? t('session.login.wait', { count: wait }) : undefined}
        >
          {wait > 0 ? t('session.login.wait', { count: wait }) : t('session.login.action')}
        </Button>
      </form>
      <p className="af-session-other">
        {t('session.login.noAccount')} <a href={href(paths.register())}>{t('session.login.register')}</a>
      </p>
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
