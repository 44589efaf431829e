import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { requestCalls, updateRequest } from '@/api/changeRequests'
import type { OpenChangeRequest } from '@/api/types'
import { DescriptionFields, PlanFields } from '@/lib/changeRequests/RequestFields'
import { formOf, type RequestForm, updateOf } from '@/lib/changeRequests/requestForm'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

interface EditRequestDialogProps {
  open: OpenChangeRequest
  onClose: () => void
}

/** Changes the details of a change request. */
export function EditRequestDialog({ open: current, onClose }: EditRequestDialogProps) {
  const { t } = useTranslation()
  // The page is refreshed behind the dialog: what is saved belongs to the version that the form was filled from.
  const [open] = useState(current)
  const { request, abilities } = open
  const form = useForm<RequestForm>({ defaultValues: formOf(open) })
  const save = async (values: RequestForm) => {
    await updateRequest(request.id, updateOf(values, request.version))
    showToast({ tone: 'success', text: t('changeRequests.edit.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('changeRequests.edit.title', { number: request.number })}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('changeRequests.edit.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {abilities.mayDescribe ? (
        <DescriptionFields form={form} />
      ) : (
        <p className="af-hint">{t('changeRequests.edit.fixed')}</p>
      )}
      {abilities.mayPlan && (
        <PlanFields calls={requestCalls} form={form} isReviewed={!abilities.mayDescribe} />
      )}
    </Dialog>
  )
}
