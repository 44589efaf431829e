import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { queryClient } from '@/api/queries'
import type { GroupWithMembers } from '@/api/types'
import { listComma } from '@/lib/format'
import { mergeRows } from '@/lib/keepTyped'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { useQuestion } from '../useQuestion'
import { MembersField } from './MembersField'
import { type GroupForm, storedGroup, useSaveGroup } from './queries'

const formOf = (stored: GroupWithMembers | null): GroupForm => ({
  name: stored?.group.name ?? '',
  description: stored?.group.description ?? '',
  members: stored?.members.map(({ account }) => account) ?? [],
})

const merges = {
  members: mergeRows<string>(
    (account) => account,
    (_, own) => own,
  ),
}

interface GroupEditorProps {
  /** The group to change; without it a new one is made. */
  opened?: GroupWithMembers
  onClose: () => void
}

export function GroupEditor({ opened, onClose }: GroupEditorProps) {
  const { t } = useTranslation()
  const form = useForm<GroupForm>({ defaultValues: formOf(opened ?? null) })
  const read = async (last: GroupWithMembers | null) =>
    last && queryClient.fetchQuery(storedGroup(last.group.id))
  const { stored, reload } = useReload(form, opened ?? null, { read, formOf, merges })
  const saveGroup = useSaveGroup(stored?.group)
  const { question, ask } = useQuestion<string[]>()
  const save = async (values: GroupForm) => {
    const removed = formOf(stored).members.filter((account) => !values.members.includes(account))
    if (removed.length > 0 && !(await ask(removed))) return
    await saveGroup.mutateAsync(values)
    showToast({ tone: 'success', text: t('groups.saved', { name: values.name }) })
    onClose()
  }
  const { submit, busy, problem, clearProblem } = useFormSave(form, save, { 'group.name_taken': 'name' })
  const { errors, isDirty } = form.formState
  return (
    <Dialog
      title={stored ? t('groups.editOne', { name: stored.group.name }) : t('groups.add')}
      size="lg"
      busy={busy}
      staticBackdrop={isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
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
        label={t('groups.name')}
        hint={t('groups.nameHint')}
        error={errors.name?.message}
        autoComplete="off"
        required
        {...form.register('name', { required: t('groups.nameEmpty') })}
      />
      <Field
        label={t('groups.description')}
        error={errors.description?.message}
        autoComplete="off"
        {...form.register('description')}
      />
      <Controller
        control={form.control}
        name="members"
        render={({ field }) => (
          <MembersField stored={stored?.members ?? []} value={field.value} onChange={field.onChange} />
        )}
      />
      {question && (
        <ConfirmDialog
          title={t('groups.removeTitle', { count: question.about.length, name: stored?.group.name })}
          confirmText={t('groups.remove')}
          busyText={t('form.saving')}
          danger
          onConfirm={() => question.answer(true)}
          onClose={() => question.answer(false)}
        >
          <p>{t('groups.removeText')}</p>
          <p className="mb-0">{question.about.join(listComma())}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
