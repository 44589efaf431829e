import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { minPasswordLength, type PasswordChange, passwordRules } from '@/lib/password'
import { PasswordField } from '@/ui/PasswordField'

export function PasswordTab({ form, locked }: { form: UseFormReturn<PasswordChange>; locked: boolean }) {
  const { t } = useTranslation()
  const rules = passwordRules(t)
  const { errors } = form.formState
  return (
    <>
      <PasswordField
        label={t('account.oldPassword')}
        error={errors.oldPassword?.message}
        readOnly={locked}
        autoComplete="current-password"
        required
        {...form.register('oldPassword', rules.old)}
      />
      <PasswordField
        label={t('password.new')}
        hint={t('account.passwordRule', { count: minPasswordLength })}
        error={errors.newPassword?.message}
        readOnly={locked}
        autoComplete="new-password"
        required
        {...form.register('newPassword', rules.new)}
      />
      <PasswordField
        label={t('password.confirm')}
        error={errors.confirmPassword?.message}
        readOnly={locked}
        autoComplete="new-password"
        required
        {...form.register('confirmPassword', rules.confirm)}
      />
    </>
  )
}
