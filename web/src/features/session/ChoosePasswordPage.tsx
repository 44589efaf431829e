import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changePassword } from '@/api/queries'
import type { Me } from '@/api/types'
import { noPasswords, type PasswordChange, passwordHint, passwordRules } from '@/lib/password'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { SessionFrame } from './SessionFrame'

interface ChoosePasswordPageProps {
  me: Me
  onSignOut: () => void
}

/** Shown before everything else while the account still has its first password. */
export function ChoosePasswordPage({ me, onSignOut }: ChoosePasswordPageProps) {
  const { t } = useTranslation()
  const { account } = me.user
  const form = useForm<PasswordChange>({ defaultValues: noPasswords })
  const rules = passwordRules(t)
  const { errors } = form.formState
  const { submit, busy, problem } = useFormSave(form, (values) => changePassword({ account, ...values }))
  return (
    <SessionFrame title={t('session.choose.title')} purpose={t('session.choose.purpose', { account })}>
      <form noValidate onSubmit={submit}>
        <FormProblem>{problem?.message}</FormProblem>
        {/* Password stores need to know whose password this is. */}
        <input type="text" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          label={t('session.choose.oldPassword')}
          hint={t('session.choose.oldPasswordHint')}
          autoComplete="current-password"
          autoFocus
          error={errors.oldPassword?.message}
          {...form.register('oldPassword', rules.old)}
        />
        <PasswordField
          label={t('password.new')}
          hint={passwordHint(t)}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...form.register('newPassword', rules.new)}
        />
        <PasswordField
          label={t('password.confirm')}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword', rules.confirm)}
        />
        <Button
          type="submit"
          variant="primary"
          className="w-100"
          busy={busy}
          busyText={t('session.choose.busy')}
        >
          {t('session.choose.action')}
        </Button>
      </form>
      <p className="af-session-other">
        <Button variant="link" onClick={onSignOut}>
          {t('session.signOut')}
        </Button>
      </p>
    </SessionFrame>
  )
}
