import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { actOnRequest } from '@/api/changeRequests'
import { ApiProblem } from '@/api/problem'
import type { ChangeRequest } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

interface RequestActionDialogProps {
  request: ChangeRequest
  action: string
  onClose: () => void
}

interface ActionForm {
  why: string
  shareModule: boolean
}

/** Takes a change request to its next status, with a reason. */
export function RequestActionDialog({ request, action, onClose }: RequestActionDialogProps) {
  const { t } = useTranslation()
  const form = useForm<ActionForm>({ defaultValues: { why: '', shareModule: false } })
  const save = async ({ why, shareModule }: ActionForm) => {
    const step = { action, why: why.trim(), shareModule: shareModule || undefined }
    const { request: after } = await actOnRequest(request.id, step)
    const status = t(`changeRequests.status.${after.status}`)
    showToast({ tone: 'success', text: t('changeRequests.done', { number: request.number, status }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t(`changeRequests.action.${action}`)}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t(action === 'cancel' ? 'changeRequests.keep' : 'ui.cancel')}
          </Button>
          <Button type="submit" variant={action === 'cancel' ? 'danger' : 'primary'} busy={busy}>
            {t(`changeRequests.action.${action}`)}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {problem instanceof ApiProblem && problem.code === 'change_request.module_taken' && (
        <Checkbox label={t('changeRequests.modules.shareAll')} {...form.register('shareModule')} />
      )}
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
