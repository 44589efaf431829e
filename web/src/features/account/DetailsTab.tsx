import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { Field } from '@/ui/Field'

export interface DetailsForm {
  email: string
  displayName: string
}

interface DetailsTabProps {
  user: User
  form: UseFormReturn<DetailsForm>
  locked: boolean
}

export function DetailsTab({ user, form, locked }: DetailsTabProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      <Field label={t('account.account')} hint={t('account.accountHint')} value={user.account} readOnly />
      <Field
        label={t('account.displayName')}
        error={errors.displayName?.message}
        readOnly={locked}
        autoComplete="name"
        {...form.register('displayName')}
      />
      <Field
        type="email"
        label={t('account.email')}
        error={errors.email?.message}
        readOnly={locked}
        autoComplete="email"
        required
        {...form.register('email', {
          validate: (email) => email.trim() !== '' || t('account.emailEmpty'),
        })}
      />
    </>
  )
}
