import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Role } from '@/api/types'
import { passwordHint, passwordRules } from '@/lib/password'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { PasswordField } from '@/ui/PasswordField'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { startOfDay } from '../day'
import { GuestField } from './GuestField'
import { OneTimePasswordDialog } from './OneTimePasswordDialog'
import { useCreateUser } from './queries'
import { RoleField } from './RoleField'

interface NewUserForm {
  account: string
  displayName: string
  email: string
  role: Role
  password: string
  guestUntil: string
}

const empty: NewUserForm = {
  account: '',
  displayName: '',
  email: '',
  role: 'reader',
  password: '',
  guestUntil: '',
}

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<NewUserForm>({ defaultValues: empty })
  const [given, setGiven] = useState(false)
  const [made, setMade] = useState<{ account: string; password: string }>()
  const create = useCreateUser()
  const save = async (values: NewUserForm) => {
    const { user, password } = await create.mutateAsync({
      ...values,
      password: given ? values.password : undefined,
      guestUntil: values.role === 'admin' ? undefined : startOfDay(values.guestUntil, 1),
    })
    showToast({ tone: 'success', text: t('admin.users.created', { account: user.account }) })
    if (password === undefined) onClose()
    else setMade({ account: user.account, password })
  }
  const { submit, busy, problem } = useFormSave(form, save, { 'user.account_taken': 'account' })
  const { errors } = form.formState

  if (made) return <OneTimePasswordDialog {...made} onClose={onClose} />
  return (
    <Dialog
      title={t('admin.users.createTitle')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('admin.users.creating')}>
            {t('admin.users.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('admin.users.account')}
        hint={t('admin.users.accountHint')}
        error={errors.account?.message}
        autoComplete="off"
        required
        {...form.register('account', { required: t('admin.users.accountEmpty') })}
      />
      <Field
        label={t('admin.users.displayName')}
        error={errors.displayName?.message}
        autoComplete="off"
        {...form.register('displayName')}
      />
      <Field
        type="email"
        label={t('admin.users.email')}
        error={errors.email?.message}
        autoComplete="off"
        required
        {...form.register('email', { required: t('admin.users.emailEmpty') })}
      />
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => (
          <RoleField value={field.value} onChange={field.onChange} error={errors.role?.message} />
        )}
      />
      <RadioGroup
        legend={t('admin.users.password')}
        options={[
          { value: 'made', label: t('admin.users.passwordMade'), hint: t('admin.users.passwordMadeHint') },
          { value: 'given', label: t('admin.users.passwordGiven'), hint: t('admin.users.passwordGivenHint') },
        ]}
        value={given ? 'given' : 'made'}
        onChange={(choice) => setGiven(choice === 'given')}
      />
      {given && (
        <PasswordField
          label={t('admin.users.firstPassword')}
          hint={passwordHint(t)}
          error={errors.password?.message}
          autoComplete="new-password"
          required
          {...form.register('password', { ...passwordRules(t).first, shouldUnregister: true })}
        />
      )}
      {form.watch('role') !== 'admin' && (
        <Controller
          control={form.control}
          name="guestUntil"
          render={({ field }) => (
            <GuestField value={field.value} onChange={field.onChange} error={errors.guestUntil?.message} />
          )}
        />
      )}
    </Dialog>
  )
}
