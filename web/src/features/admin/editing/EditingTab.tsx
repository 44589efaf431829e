import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { editingRulesQuery, saveEditingRules } from '@/api/editing'
import { hasCode } from '@/api/problem'
import type { EditingRules } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'
import { RevisionRulesCard } from './RevisionRulesCard'

export function EditingTab() {
  const { t } = useTranslation()
  const rules = useQuery(editingRulesQuery)
  return (
    <div className="d-grid gap-3">
      <QueryFrame query={rules} failedTitle={t('admin.editing.failed')} loading={<Skeleton lines={4} />}>
        {(data) => <RulesForm key={data.version} rules={data} onReload={() => void rules.refetch()} />}
      </QueryFrame>
      <RevisionRulesCard />
    </div>
  )
}

/** The rules of editing; keyed by the version of the setting. */
function RulesForm({ rules, onReload }: { rules: EditingRules; onReload: () => void }) {
  const { t } = useTranslation()
  const form = useForm<EditingRules>({ defaultValues: rules })
  const { errors, isDirty } = form.formState
  const save = async (values: EditingRules) => {
    await saveEditingRules(values)
    showToast({ tone: 'success', text: t('admin.editing.saved') })
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title={t('admin.editing.title')}
        actions={
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabledReason={isDirty ? undefined : t('admin.editing.unchanged')}
          >
            {t('admin.editing.save')}
          </Button>
        }
      >
        <FormProblem>
          {problem && (
            <>
              {problem.message}{' '}
              {hasCode(problem, 'changed_meanwhile') && (
                <Button size="sm" onClick={onReload}>
                  {t('admin.editing.reload')}
                </Button>
              )}
            </>
          )}
        </FormProblem>
        <Checkbox
          label={t('admin.editing.commentRequired')}
          hint={t('admin.editing.commentRequiredHint')}
          {...form.register('commentRequired')}
        />
        <Checkbox
          label={t('admin.editing.ownRelease')}
          hint={t('admin.editing.ownReleaseHint')}
          {...form.register('ownRelease')}
        />
        <Checkbox
          label={t('admin.editing.recheckFirst')}
          hint={t('admin.editing.recheckFirstHint')}
          {...form.register('recheckFirst')}
        />
        <Field
          type="number"
          min={0}
          max={365}
          label={t('admin.editing.reminderDays')}
          hint={t('admin.editing.reminderDaysHint')}
          error={errors.reminderDays?.message}
          {...form.register('reminderDays', { valueAsNumber: true })}
        />
      </Card>
    </form>
  )
}
