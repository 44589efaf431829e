import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { href, paths, safeBack } from '@/lib/paths'
import { isCurrent, sessionState } from '@/lib/session'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { settleLanguage } from './language'
import { type Credentials, signIn } from './queries'
import { SessionFrame } from './SessionFrame'
import { useWait } from './useWait'

export function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const back = safeBack(params.get('back'))
  const form = useForm<Credentials>({ defaultValues: { account: '', password: '' } })
  const { errors } = form.formState
  const { submit, busy, problem } = useFormSave(form, async ({ account, password }) => {
    const me = await signIn({ account: account.trim(), password })
    await settleLanguage(me)
    await navigate(back, { replace: true })
  })
  const wait = useWait(problem)
  useSignInOfAnotherTab(() => void navigate(back, { replace: true }))

  return (
    <SessionFrame title={t('session.login.title')} purpose={t('session.login.purpose')}>
      <form noValidate onSubmit={submit}>
        <FormProblem>{problem?.message}</FormProblem>
        <Field
          label={t('session.account')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.account?.message}
          {...form.register('account', { required: t('session.accountEmpty') })}
        />
        <PasswordField
          label={t('session.password')}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: t('password.empty') })}
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

/** Whoever signs in in one tab has signed in in all. */
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
