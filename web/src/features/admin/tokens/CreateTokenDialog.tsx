import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { databasesQuery } from '@/api/library'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { SecretDialog } from '../SecretDialog'
import { lifetimes, tokenPermissions, useCreateToken } from './queries'

interface NewTokenForm {
  name: string
  permissions: string[]
  days: string
  limited: boolean
  databases: string[]
}

const empty: NewTokenForm = {
  name: '',
  permissions: ['readContent'],
  days: '90',
  limited: false,
  databases: [],
}

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<NewTokenForm>({ defaultValues: empty })
  const [made, setMade] = useState<{ name: string; token: string }>()
  const create = useCreateToken()
  const save = async ({ name, permissions, days, limited, databases }: NewTokenForm) => {
    const chosen = limited ? databases : undefined
    const { token } = await create.mutateAsync({ name, permissions, days: Number(days), databases: chosen })
    setMade({ name, token })
  }
  const { submit, busy, problem } = useFormSave(form, save, { 'service_token.name_taken': 'name' })
  const { errors } = form.formState

  if (made) {
    return (
      <SecretDialog
        title={t('admin.tokens.madeTitle', { name: made.name })}
        text={t('admin.tokens.madeText')}
        secret={made.token}
        hint={t('admin.tokens.madeHint')}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={t('admin.tokens.add')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('admin.tokens.creating')}>
            {t('admin.tokens.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('admin.tokens.name')}
        hint={t('admin.tokens.nameHint')}
        error={errors.name?.message}
        autoComplete="off"
        required
        {...form.register('name', { required: t('admin.tokens.nameEmpty') })}
      />
      <Controller
        control={form.control}
        name="permissions"
        rules={{ validate: (chosen) => chosen.length > 0 || t('admin.tokens.permissionsEmpty') }}
        render={({ field }) => (
          <CheckboxGroup
            legend={t('admin.tokens.permissions')}
            hint={t('admin.tokens.permissionsHint')}
            error={errors.permissions?.message}
            options={tokenPermissions.map((value) => ({
              value,
              label: t(`admin.tokens.permission.${value}`),
            }))}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <DatabaseFields form={form} />
      <Select
        label={t('admin.tokens.lifetime')}
        error={errors.days?.message}
        options={lifetimes.map((days) => ({ value: days, label: t('admin.tokens.days', { days }) }))}
        {...form.register('days')}
      />
    </Dialog>
  )
}

function DatabaseFields({ form }: { form: ReturnType<typeof useForm<NewTokenForm>> }) {
  const { t } = useTranslation()
  const databases = useQuery(databasesQuery())
  const limited = form.watch('limited')
  return (
    <>
      <RadioGroup
        legend={t('admin.tokens.databases')}
        options={[
          { value: 'all', label: t('admin.tokens.allDatabases') },
          { value: 'some', label: t('admin.tokens.someDatabases') },
        ]}
        value={limited ? 'some' : 'all'}
        onChange={(choice) => form.setValue('limited', choice === 'some', { shouldDirty: true })}
      />
      {limited && (
        <Controller
          control={form.control}
          name="databases"
          rules={{ validate: (chosen) => chosen.length > 0 || t('admin.tokens.databasesEmpty') }}
          shouldUnregister
          render={({ field }) => (
            <CheckboxGroup
              legend={t('admin.tokens.someDatabases')}
              legendHidden
              error={form.formState.errors.databases?.message}
              options={(databases.data ?? []).map(({ name }) => ({ value: name, label: name }))}
              value={field.value ?? []}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </>
  )
}
