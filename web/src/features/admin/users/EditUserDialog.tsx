import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient, useMe } from '@/api/queries'
import type { Role, User, UserStatus } from '@/api/types'
import { keepTyped } from '@/lib/keepTyped'
import { showProblem } from '@/lib/showProblem'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { statuses, storedUser, useUpdateUser } from './queries'
import { RoleField } from './RoleField'

interface UserForm {
  displayName: string
  email: string
  role: Role
  status: UserStatus
}

function formOf({ displayName, email, role, status }: User): UserForm {
  return { displayName, email, role, status }
}

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  // The record as it was read, whose version the save must name.
  const [stored, setStored] = useState(user)
  const form = useForm<UserForm>({ defaultValues: formOf(user) })
  const update = useUpdateUser()
  const { submit, busy, problem, clearProblem } = useFormSave(form, async (values) => {
    await update.mutateAsync({ ...stored, ...values })
    showToast({ tone: 'success', text: t('admin.users.saved', { account: user.account }) })
    onClose()
  })
  const reload = async () => {
    try {
      const fresh = await queryClient.fetchQuery(storedUser(user.account))
      form.reset(keepTyped(formOf(stored), form.getValues(), formOf(fresh)))
      setStored(fresh)
      clearProblem()
      showToast({ tone: 'info', text: t('admin.reloaded') })
    } catch (error) {
      if (error instanceof Error) showProblem(error)
    }
  }
  const { errors } = form.formState
  // An account once answered never goes back to waiting.
  const offered = statuses.filter((status) => status !== 'pending' || stored.status === 'pending')

  return (
    <Dialog
      title={t('admin.users.editTitle', { account: user.account })}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('admin.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('admin.saving')}>
            {t('admin.save')}
          </Button>
        </>
      }
    >
      <FormProblem>
        {problem && (
          <>
            {problem.message}{' '}
            {hasCode(problem, 'changed_meanwhile') && (
              <Button variant="link" size="sm" onClick={() => void reload()}>
                {t('admin.reload')}
              </Button>
            )}
          </>
        )}
      </FormProblem>
      <Field
        label={t('admin.users.account')}
        hint={user.account === me.user.account ? t('admin.users.ownHint') : t('admin.users.accountFixed')}
        value={user.account}
        readOnly
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
      <Select
        label={t('admin.users.status')}
        hint={t('admin.users.statusHint')}
        error={errors.status?.message}
        options={offered.map((status) => ({ value: status, label: t(`admin.status.${status}`) }))}
        {...form.register('status')}
      />
    </Dialog>
  )
}
