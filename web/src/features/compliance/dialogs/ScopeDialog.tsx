import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { setPolicyScope } from '@/api/compliance'
import type { OpenPolicyItem, PolicyScope } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'

interface ScopeDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Says whether a requirement concerns us, and which aircraft and operator. */
export function ScopeDialog({ item, onClose }: ScopeDialogProps) {
  const { t } = useTranslation()
  const form = useForm<PolicyScope>({ defaultValues: item.scope })
  const { errors } = form.formState
  const [inScope, reason] = form.watch(['inScope', 'reason'])
  const save = async (scope: PolicyScope) => {
    await setPolicyScope(item, scope)
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const needsReason = !inScope && reason.trim() === ''
  return (
    <ComplianceFormDialog
      title={t('compliance.filter.scope')}
      isNew={false}
      closed={needsReason ? t('compliance.statusForm.whyEmpty') : undefined}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      <Switch label={t('compliance.inScope')} {...form.register('inScope')} />
      <Field
        label={t('compliance.scopeForm.reason')}
        hint={t('compliance.scopeForm.reasonHint')}
        error={errors.reason?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('reason')}
      />
      <Field
        label={t('compliance.scopeForm.applicability')}
        hint={t('compliance.scopeForm.applicabilityHint')}
        error={errors.applicability?.message}
        autoComplete="off"
        maxLength={500}
        {...form.register('applicability')}
      />
      <Field
        label={t('compliance.scopeForm.operator')}
        hint={t('compliance.scopeForm.operatorHint')}
        error={errors.operator?.message}
        autoComplete="off"
        maxLength={100}
        {...form.register('operator')}
      />
    </ComplianceFormDialog>
  )
}
