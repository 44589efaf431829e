import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient, useMe } from '@/api/queries'
import type { Role, User, UserStatus } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { lastDayBefore, startOfDay } from '../day'
import { GuestField } from './GuestField'
import { statuses, storedUser, useUpdateUser } from './queries'
import { RoleField } from './RoleField'

interface UserForm {
  displayName: string
  email: string
  role: Role
  status: UserStatus
  /** The last day of a guest. */
  guestUntil: string
}

function formOf({ displayName, email, role, status, guestUntil }: User): UserForm {
  return { displayName, email, role, status, guestUntil: lastDayBefore(guestUntil) }
}

/** The end that the form names; an unchanged day keeps its time. */
function guestEnd(stored: User, { role, guestUntil }: UserForm): string | null {
  if (role === 'admin') return null
  if (guestUntil === lastDayBefore(stored.guestUntil)) return stored.guestUntil ?? null
  return startOfDay(guestUntil, 1) ?? null
}

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const form = useForm<UserForm>({ defaultValues: formOf(user) })
  const read = ({ account }: User) => queryClient.fetchQuery(storedUser(account))
  const { stored, reload } = useReload(form, user, { read, formOf })
  const update = useUpdateUser()
  const { submit, busy, problem, clearProblem } = useFormSave(form, async (values) => {
    await update.mutateAsync({ ...stored, ...values, guestUntil: guestEnd(stored, values) })
    showToast({ tone: 'success', text: t('admin.users.saved', { account: user.account }) })
    onClose()
  })
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
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('form.saving')}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem
        action={
          hasCode(problem, 'changed_meanwhile') && (
            <Button variant="link" size="sm" onClick={() => void reload(clearProblem)}>
              {t('form.reload')}
            </Button>
          )
        }
      >
        {problem?.message}
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
