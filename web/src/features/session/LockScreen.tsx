import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { meQuery, queryClient } from '@/api/queries'
import { CodeField } from '@/lib/identity/CodeField'
import { useFormSave } from '@/lib/useFormSave'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { ProviderButtons } from './ProviderButtons'
import { signIn } from './queries'
import { SessionFrame } from './SessionFrame'
import { useSignInOptions } from './useProviderSignIn'
import { useWait } from './useWait'

interface LockScreenProps {
  account: string
  onSomeoneElse: () => void
}

/** Covers the page until the same person types the password again; signing in stores the token, which opens it. */
export function LockScreen({ account, onSomeoneElse }: LockScreenProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { password: '', code: '' } })
  const [asksCode, setAsksCode] = useState(false)
  const { errors } = form.formState
  const unlock = async ({ password, code }: { password: string; code: string }) => {
    try {
      queryClient.setQueryData(
        meQuery.queryKey,
        await signIn({ account, password, code: code.trim() || undefined }),
      )
    } catch (error) {
      if (asksCode || !hasCode(error, 'login.code_required')) throw error
      setAsksCode(true)
    }
  }
  const { submit, busy, problem } = useFormSave(form, unlock, { 'login.code_wrong': 'code' })
  const wait = useWait(problem)
  const { providers } = useSignInOptions()
  return (
    <div className="af-lock">
      <SessionFrame title={t('session.lock.title')} purpose={t('session.lock.purpose')}>
        <p className="af-lock-person">
          <Avatar name={account} size="lg" />
          <strong>{account}</strong>
        </p>
        <form noValidate onSubmit={submit}>
          <FormProblem>{problem?.message}</FormProblem>
          <input type="text" autoComplete="username" value={account} readOnly hidden />
          <PasswordField
            label={t('session.password')}
            autoComplete="current-password"
            autoFocus
            error={errors.password?.message}
            {...form.register('password', { required: t('password.empty') })}
          />
          {asksCode && (
            <CodeField
              hint={t('session.code.hint')}
              autoFocus
              error={errors.code?.message}
              {...form.register('code', { required: t('session.code.empty') })}
            />
          )}
          <Button
            type="submit"
            variant="primary"
            icon="unlock"
            className="w-100"
            busy={busy}
            busyText={t('session.lock.busy')}
            disabledReason={wait > 0 ? t('session.login.wait', { count: wait }) : undefined}
          >
            {wait > 0 ? t('session.login.wait', { count: wait }) : t('session.lock.action')}
          </Button>
        </form>
        {providers.length > 0 && (
          <>
            <p className="af-session-or">{t('session.provider.or')}</p>
            <ProviderButtons providers={providers} back={window.location.hash.slice(1)} fresh />
          </>
        )}
        <p className="af-session-other">
          <Button variant="link" onClick={onSomeoneElse}>
            {t('session.lock.someoneElse')}
          </Button>
        </p>
      </SessionFrame>
    </div>
  )
}
