import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Field } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import type { ProviderForm } from './ProviderDialog'

type Form = UseFormReturn<ProviderForm>

const roles = ['admin', 'approver', 'author', 'reader'] as const

function useRoleOptions() {
  const { t } = useTranslation()
  return roles.map((value) => ({ value, label: t(`admin.role.${value}`) }))
}

/** Whom the provider lets in, with which role and groups. */
export function ProviderAccountFields({ form }: { form: Form }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const options = useRoleOptions()
  return (
    <>
      <Controller
        control={form.control}
        name="accounts"
        render={({ field }) => (
          <RadioGroup
            legend={t('admin.signIn.accounts')}
            hint={t('admin.signIn.accountsHint')}
            options={[
              { value: 'known', label: t('admin.signIn.accountsKnown') },
              { value: 'create', label: t('admin.signIn.accountsCreate') },
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Checkbox
        label={t('admin.signIn.trustsEmail')}
        hint={t('admin.signIn.trustsEmailHint')}
        {...form.register('trustsEmail')}
      />
      <Select
        label={t('admin.signIn.defaultRole')}
        // Otherwise everybody at the provider would be an administrator.
        options={options.filter(({ value }) => value !== 'admin')}
        error={errors.defaultRole?.message}
        {...form.register('defaultRole')}
      />
      <Field
        label={t('admin.signIn.roleClaim')}
        hint={t('admin.signIn.roleClaimHint')}
        error={errors.roleClaim?.message}
        autoComplete="off"
        {...form.register('roleClaim')}
      />
      {form.watch('roleClaim') !== '' && <RolesField form={form} />}
      <Field
        label={t('admin.signIn.groupsClaim')}
        hint={t('admin.signIn.groupsClaimHint')}
        error={errors.groupsClaim?.message}
        autoComplete="off"
        {...form.register('groupsClaim')}
      />
    </>
  )
}

/** The role of each value of the claim. */
function RolesField({ form }: { form: Form }) {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'roles' })
  const options = useRoleOptions()
  const { errors } = form.formState
  return (
    <fieldset className="mb-3">
      <legend className="af-legend">{t('admin.signIn.roles')}</legend>
      {fields.map(({ id, value }, index) => (
        <div key={id} className="ad-role-row">
          <Field
            label={t('admin.signIn.roleValue')}
            error={errors.roles?.[index]?.value?.message}
            autoComplete="off"
            {...form.register(`roles.${index}.value`, { required: t('admin.signIn.required') })}
          />
          <Select
            label={t('admin.signIn.roleOf')}
            options={options}
            {...form.register(`roles.${index}.role`)}
          />
          <IconButton
            icon="trash"
            label={t('admin.signIn.removeRole', { value })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <Button icon="add" onClick={() => append({ value: '', role: 'author' })}>
        {t('admin.signIn.addRole')}
      </Button>
    </fieldset>
  )
}
