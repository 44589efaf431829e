import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { signOffStatus } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'

interface SignOffDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Decides about the status that somebody proposed. */
export function SignOffDialog({ item, onClose }: SignOffDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { verdict: 'accept', why: '' } })
  const [verdict, why] = form.watch(['verdict', 'why'])
  const save = async (values: { verdict: string; why: string }) => {
    await signOffStatus(item, values.verdict === 'accept', values.why.trim())
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const needsReason = verdict === 'reject' && why.trim() === ''
  return (
    <ComplianceFormDialog
      title={t('compliance.signOff.open')}
      isNew={false}
      closed={needsReason ? t('compliance.statusForm.whyEmpty') : undefined}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      {item.proposal && (
        <p>
          {t('compliance.proposedBy', {
            status: t(`compliance.status.${item.proposal.status}`),
            name: item.proposal.by.name || item.proposal.by.account,
          })}
        </p>
      )}
      <RadioGroup
        legend={t('compliance.signOff.verdict')}
        options={[
          { value: 'accept', label: t('compliance.signOff.accept') },
          { value: 'reject', label: t('compliance.signOff.reject') },
        ]}
        value={verdict}
        onChange={(value) => form.setValue('verdict', value, { shouldDirty: true })}
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
