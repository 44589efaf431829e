import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui/Checkbox'
import { Field } from '@/ui/Field'
import { PasswordField } from '@/ui/PasswordField'
import type { ProviderForm } from './ProviderDialog'

interface ProviderClientFieldsProps {
  form: UseFormReturn<ProviderForm>
  hasSecret: boolean
}

/** The provider and how Airfolio signs in there. */
export function ProviderClientFields({ form, hasSecret }: ProviderClientFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const required = { required: t('admin.signIn.required') }
  return (
    <>
      <Checkbox label={t('admin.signIn.enabled')} {...form.register('enabled')} />
      <Field
        label={t('admin.signIn.name')}
        hint={t('admin.signIn.nameHint')}
        error={errors.name?.message}
        autoComplete="off"
        required
        {...form.register('name', required)}
      />
      <Field
        label={t('admin.signIn.issuer')}
        hint={t('admin.signIn.issuerHint')}
        error={errors.issuer?.message}
        autoComplete="off"
        inputMode="url"
        required
        {...form.register('issuer', required)}
      />
      <Field
        label={t('admin.signIn.clientId')}
        error={errors.clientId?.message}
        autoComplete="off"
        required
        {...form.register('clientId', required)}
      />
      <PasswordField
        label={t('admin.signIn.secret')}
        hint={t(hasSecret ? 'admin.signIn.secretKept' : 'admin.signIn.secretHint')}
        error={errors.secret?.message}
        autoComplete="new-password"
        {...form.register('secret')}
      />
      <Field
        label={t('admin.signIn.scopes')}
        hint={t('admin.signIn.scopesHint')}
        error={errors.scopes?.message}
        autoComplete="off"
        {...form.register('scopes')}
      />
    </>
  )
}
