import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readPolicyItem, setPolicyScope } from '@/api/compliance'
import { operatorNamesQuery } from '@/api/library'
import type { OpenPolicyItem, PolicyScope } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toasts'
import { SignAgainHint } from '../SignAgainHint'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { ListField } from './ListField'
import { savedValues } from './savedValues'

const formOf = ({ scope }: OpenPolicyItem): PolicyScope => scope

interface ScopeDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Takes a requirement in or out of scope, and limits it to aircraft and an operator. */
export function ScopeDialog({ item, onClose }: ScopeDialogProps) {
  const { t } = useTranslation()
  const form = useForm<PolicyScope>({ defaultValues: formOf(item) })
  const { stored, reload, isReloaded } = useReload(form, item, { read: readPolicyItem, formOf })
  const { errors } = form.formState
  const values = form.watch()
  const save = async (scope: PolicyScope) => {
    await setPolicyScope(stored, scope)
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const saving = useFormSave(form, save)
  const operators = useQuery(operatorNamesQuery).data ?? []
  const needsReason = !values.inScope && values.reason.trim() === ''
  const labels = {
    inScope: {
      label: t('compliance.filter.scope'),
      text: ({ inScope }: PolicyScope) => t(inScope ? 'compliance.inScope' : 'compliance.outOfScope'),
    },
    reason: { label: t('compliance.scopeForm.reason') },
    applicability: { label: t('compliance.scopeForm.applicability') },
    operator: { label: t('compliance.scopeForm.operator') },
  }
  return (
    <ComplianceFormDialog
      title={t('compliance.filter.scope')}
      closed={needsReason ? t('compliance.statusForm.whyEmpty') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      saved={isReloaded ? savedValues(values, formOf(stored), labels) : undefined}
      onClose={onClose}
    >
      <SignAgainHint item={stored} />
      <Switch label={t('compliance.inScope')} {...form.register('inScope')} />
      <Field
        label={labels.reason.label}
        hint={t('compliance.scopeForm.reasonHint')}
        error={errors.reason?.message}
        autoComplete="off"
        maxLength={1000}
        required={!values.inScope}
        {...form.register('reason')}
      />
      <Field
        label={labels.applicability.label}
        hint={t('compliance.scopeForm.applicabilityHint')}
        error={errors.applicability?.message}
        autoComplete="off"
        maxLength={500}
        {...form.register('applicability')}
      />
      <ListField
        label={labels.operator.label}
        hint={t('compliance.scopeForm.operatorHint')}
        error={errors.operator?.message}
        options={operators.map(({ code, name }) => ({ value: code, label: name }))}
        maxLength={100}
        {...form.register('operator')}
      />
    </ComplianceFormDialog>
  )
}
