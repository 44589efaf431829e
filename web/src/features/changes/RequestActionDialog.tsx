import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { actOnRequest } from '@/api/changeRequests'
import type { ChangeRequest } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

interface RequestActionDialogProps {
  request: ChangeRequest
  action: string
  onClose: () => void
}

/** Takes a change request to its next status, with a reason. */
export function RequestActionDialog({ request, action, onClose }: RequestActionDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { why: '' } })
  const save = async ({ why }: { why: string }) => {
    const { request: after } = await actOnRequest(request.id, action, why.trim())
    const status = t(`changeRequests.status.${after.status}`)
    showToast({ tone: 'success', text: t('changeRequests.done', { number: request.number, status }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t(`changeRequests.action.${action}`)}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(`changeRequests.action.${action}`)}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t(`changeRequests.actionText.${action}`)}</p>
      <Field
        label={t('changeRequests.why')}
        error={form.formState.errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('why')}
      />
    </Dialog>
  )
}
