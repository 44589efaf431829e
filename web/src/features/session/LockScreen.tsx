import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { meQuery, queryClient } from '@/api/queries'
import { useFormSave } from '@/lib/useFormSave'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { signIn } from './queries'
import { SessionFrame } from './SessionFrame'
import { useWait } from './useWait'

interface LockScreenProps {
  account: string
  onSomeoneElse: () => void
}

/** Covers the page until the same person types the password again; signing in stores the token, which opens it. */
export function LockScreen({ account, onSomeoneElse }: LockScreenProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { password: '' } })
  const { errors } = form.formState
  const { submit, busy, problem } = useFormSave(form, async ({ password }) => {
    queryClient.setQueryData(meQuery.queryKey, await signIn({ account, password }))
  })
  const wait = useWait(problem)
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
        <p className="af-session-other">
          <Button variant="link" onClick={onSomeoneElse}>
            {t('session.lock.someoneElse')}
          </Button>
        </p>
      </SessionFrame>
    </div>
  )
}
