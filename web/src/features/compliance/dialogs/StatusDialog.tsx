import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { setPolicyStatus } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'

interface StatusDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Sets the status of a requirement; where the collection asks for it, an approver signs it off first. */
export function StatusDialog({ item, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { status: item.status, why: '' } })
  const [status, why] = form.watch(['status', 'why'])
  const save = async (values: { status: string; why: string }) => {
    await setPolicyStatus(item, values.status, values.why.trim())
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const needsReason = status === 'not_applicable' && why.trim() === ''
  return (
    <ComplianceFormDialog
      title={t('compliance.statusForm.open')}
      isNew={false}
      closed={needsReason ? t('compliance.statusForm.whyEmpty') : undefined}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      {item.collection.needsSignOff && <p>{t('compliance.statusForm.waits')}</p>}
      <RadioGroup
        legend={t('compliance.column.status')}
        options={policyStatuses.map((value) => ({ value, label: t(`compliance.status.${value}`) }))}
        value={status}
        onChange={(value) => form.setValue('status', value, { shouldDirty: true })}
      />
      <Field
        label={t('compliance.why')}
        error={form.formState.errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('why')}
      />
    </ComplianceFormDialog>
  )
}
