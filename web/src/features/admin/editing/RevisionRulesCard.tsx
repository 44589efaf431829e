import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import { revisionRulesQuery, saveRevisionRules } from '@/api/revisions'
import type { RevisionRules } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'

/** The rules of OEM revisions. */
export function RevisionRulesCard() {
  const { t } = useTranslation()
  const rules = useQuery(revisionRulesQuery)
  return (
    <QueryFrame query={rules} failedTitle={t('admin.editing.failed')} loading={<Skeleton lines={2} />}>
      {(data) => <RulesForm key={data.version} rules={data} onReload={() => void rules.refetch()} />}
    </QueryFrame>
  )
}

/** Keyed by the version of the setting. */
function RulesForm({ rules, onReload }: { rules: RevisionRules; onReload: () => void }) {
  const { t } = useTranslation()
  const form = useForm<RevisionRules>({ defaultValues: rules })
  const { errors, isDirty } = form.formState
  const save = async (values: RevisionRules) => {
    await saveRevisionRules(values)
    showToast({ tone: 'success', text: t('admin.editing.saved') })
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title={t('admin.editing.revisions.title')}
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
        <Field
          type="number"
          min={0}
          max={365}
          label={t('admin.editing.revisions.decisionDays')}
          hint={t('admin.editing.revisions.decisionDaysHint')}
          error={errors.decisionDays?.message}
          {...form.register('decisionDays', { valueAsNumber: true })}
        />
      </Card>
    </form>
  )
}
