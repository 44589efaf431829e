import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Auditor } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { AccessFields } from './AccessFields'
import { type AuditorForm, accessOf, formOf } from './auditorForm'
import { useUpdateAuditor } from './queries'

interface EditAuditorDialogProps {
  auditor: Auditor
  onClose: () => void
}

/** Changes what an auditor may read, and until when. */
export function EditAuditorDialog({ auditor, onClose }: EditAuditorDialogProps) {
  const { t } = useTranslation()
  const { account, version } = auditor.user
  const form = useForm<AuditorForm>({ defaultValues: formOf(auditor) })
  const update = useUpdateAuditor(account)
  const save = async (typed: AuditorForm) => {
    await update.mutateAsync({ ...accessOf(typed), version })
    showToast({ tone: 'success', text: t('auditors.saved', { account }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save, {})
  return (
    <Dialog
      title={t('auditors.edit', { account })}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('auditors.saving')}>
            {t('auditors.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <AccessFields form={form} />
    </Dialog>
  )
}
