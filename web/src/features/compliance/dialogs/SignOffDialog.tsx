import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readPolicyItem, signOffStatus } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'

interface SignOffForm {
  verdict: string
  why: string
}

const formOf = (): SignOffForm => ({ verdict: 'accept', why: '' })

interface SignOffDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Decides about a proposed status. */
export function SignOffDialog({ item, onClose }: SignOffDialogProps) {
  const { t } = useTranslation()
  const form = useForm<SignOffForm>({ defaultValues: formOf() })
  const { stored, reload } = useReload(form, item, { read: readPolicyItem, formOf })
  const { proposal } = stored
  const { verdict, why } = form.watch()
  const save = async (values: SignOffForm) => {
    await signOffStatus(stored, values.verdict === 'accept', values.why.trim())
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const saving = useFormSave(form, save)
  const isRejection = verdict === 'reject'
  const needsReason = isRejection && why.trim() === ''
  const closed = proposal
    ? needsReason
      ? t('compliance.statusForm.whyEmpty')
      : undefined
    : t('compliance.signOff.nothing')
  return (
    <ComplianceFormDialog
      title={t('compliance.signOff.open')}
      actionText={t(isRejection ? 'compliance.signOff.rejectAction' : 'compliance.signOff.open')}
      closed={closed}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      onClose={onClose}
    >
      <p>
        {proposal
          ? t('compliance.proposedBy', {
              status: t(`compliance.status.${proposal.status}`),
              name: proposal.by.name || proposal.by.account,
            })
          : t('compliance.signOff.nothing')}
      </p>
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
        required={isRejection}
        {...form.register('why')}
      />
    </ComplianceFormDialog>
  )
}
