import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { BulkUserUpdate, User } from '@/api/types'
import { listComma } from '@/lib/format'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { groupList } from '../groups/queries'
import { roles, useUpdateUsers } from './queries'

/** The accounts that are named in the dialog; the number tells the rest. */
const mostNamed = 10
/** The groups that can be chosen; more are changed in the list of groups. */
const mostGroups = 500
const answeredStatuses = ['active', 'inactive'] as const

/** An empty value leaves things as they are. */
interface BulkForm {
  role: string
  status: string
  joinGroup: string
  leaveGroup: string
}

const unchanged: BulkForm = { role: '', status: '', joinGroup: '', leaveGroup: '' }

/** The change that a form asks for. */
function bulkUpdate(users: readonly User[], form: BulkForm): BulkUserUpdate {
  const role = roles.find((each) => each === form.role)
  const status = answeredStatuses.find((each) => each === form.status)
  return {
    accounts: users.map(({ account }) => account),
    ...(role && { role }),
    ...(status && { status }),
    joinGroups: form.joinGroup === '' ? [] : [form.joinGroup],
    leaveGroups: form.leaveGroup === '' ? [] : [form.leaveGroup],
  }
}

interface BulkUsersDialogProps {
  users: readonly User[]
  onSaved: () => void
  onClose: () => void
}

/** Changes role, status and groups of many users at once. */
export function BulkUsersDialog({ users, onSaved, onClose }: BulkUsersDialogProps) {
  const { t } = useTranslation()
  const form = useForm<BulkForm>({ defaultValues: unchanged })
  const groups = useQuery(groupList({ keyword: '', pageNumber: 1, pageSize: mostGroups }))
  const update = useUpdateUsers()
  const { submit, busy, problem } = useFormSave(form, async (values) => {
    await update.mutateAsync(bulkUpdate(users, values))
    showToast({ tone: 'success', text: t('admin.bulkUsers.saved', { count: users.length }) })
    onSaved()
  })
  const { errors, isDirty } = form.formState
  const keep = { value: '', label: t('admin.bulkUsers.keep') }
  const groupOptions = (groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const named = users.slice(0, mostNamed).map(({ account }) => account)
  const rest = users.length - named.length

  return (
    <Dialog
      title={t('admin.bulkUsers.title', { count: users.length })}
      busy={busy}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={t('form.saving')}
            disabledReason={isDirty ? undefined : t('admin.bulkUsers.nothing')}
          >
            {t('form.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message ?? groups.error?.message}</FormProblem>
      <p>
        {rest > 0
          ? t('admin.bulkUsers.usersAndMore', { accounts: named.join(listComma()), count: rest })
          : t('admin.bulkUsers.users', { accounts: named.join(listComma()) })}
      </p>
      <Select
        label={t('admin.users.role')}
        error={errors.role?.message}
        options={[keep, ...roles.map((role) => ({ value: role, label: t(`admin.role.${role}`) }))]}
        {...form.register('role')}
      />
      <Select
        label={t('admin.users.status')}
        hint={t('admin.users.statusHint')}
        error={errors.status?.message}
        options={[
          keep,
          ...answeredStatuses.map((status) => ({ value: status, label: t(`admin.status.${status}`) })),
        ]}
        {...form.register('status')}
      />
      <Select
        label={t('admin.bulkUsers.join')}
        options={[{ ...keep, label: t('admin.bulkUsers.noGroup') }, ...groupOptions]}
        {...form.register('joinGroup')}
      />
      <Select
        label={t('admin.bulkUsers.leave')}
        options={[{ ...keep, label: t('admin.bulkUsers.noGroup') }, ...groupOptions]}
        {...form.register('leaveGroup')}
      />
      <p className="af-hint mb-0">{t('admin.bulkUsers.allOrNone')}</p>
    </Dialog>
  )
}
