import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readPolicyItem, setPolicyStatus } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { savedValues } from './savedValues'

interface StatusForm {
  status: string
  why: string
}

const formOf = ({ status }: OpenPolicyItem): StatusForm => ({ status, why: '' })

interface StatusDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Sets the status of a requirement; where the collection asks for it, an approver signs it off first. */
export function StatusDialog({ item, onClose }: StatusDialogProps) {
  const { t } = useTranslation()
  const form = useForm<StatusForm>({ defaultValues: formOf(item) })
  const { stored, reload, isReloaded } = useReload(form, item, { read: readPolicyItem, formOf })
  const values = form.watch()
  const save = async ({ status, why }: StatusForm) => {
    await setPolicyStatus(stored, status, why.trim())
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const saving = useFormSave(form, save)
  const needsReason = values.status === 'not_applicable' && values.why.trim() === ''
  const statusText = ({ status }: StatusForm) => t(`compliance.status.${status}`)
  const labels = { status: { label: t('compliance.column.status'), text: statusText } }
  return (
    <ComplianceFormDialog
      title={t('compliance.statusForm.open')}
      actionText={t('compliance.statusForm.open')}
      closed={needsReason ? t('compliance.statusForm.whyEmpty') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      saved={isReloaded ? savedValues(values, formOf(stored), labels) : undefined}
      onClose={onClose}
    >
      {stored.collection.needsSignOff && <p>{t('compliance.statusForm.waits')}</p>}
      <RadioGroup
        legend={labels.status.label}
        options={policyStatuses.map((status) => ({ value: status, label: statusText({ status, why: '' }) }))}
        value={values.status}
        onChange={(value) => form.setValue('status', value, { shouldDirty: true })}
      />
      <Field
        label={t('compliance.why')}
        error={form.formState.errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        required={values.status === 'not_applicable'}
        {...form.register('why')}
      />
    </ComplianceFormDialog>
  )
}
