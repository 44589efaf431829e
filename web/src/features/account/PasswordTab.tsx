import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '@/ui/PasswordField'

export interface PasswordForm {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

export function PasswordTab({ form, locked }: { form: UseFormReturn<PasswordForm>; locked: boolean }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      <PasswordField
        label={t('account.oldPassword')}
        error={errors.oldPassword?.message}
        readOnly={locked}
        autoComplete="current-password"
        required
        {...form.register('oldPassword', { required: t('account.oldPasswordEmpty') })}
      />
      <PasswordField
        label={t('account.newPassword')}
        hint={t('account.passwordRule')}
        error={errors.newPassword?.message}
        readOnly={locked}
        autoComplete="new-password"
        required
        {...form.register('newPassword', { required: t('account.newPasswordEmpty') })}
      />
      <PasswordField
        label={t('account.confirmPassword')}
        error={errors.confirmPassword?.message}
        readOnly={locked}
        autoComplete="new-password"
        required
        {...form.register('confirmPassword', {
          required: t('account.confirmPasswordEmpty'),
          validate: (confirm, { newPassword }) => confirm === newPassword || t('account.passwordMismatch'),
        })}
      />
    </>
  )
}
