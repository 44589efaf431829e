import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { reviewRequest } from '@/api/changeRequests'
import type { ChangeRequest } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'

interface ReviewDialogProps {
  request: ChangeRequest
  verdict: 'approved' | 'rejected'
  onClose: () => void
}

/** Approves or rejects the finished work. */
export function ReviewDialog({ request: current, verdict, onClose }: ReviewDialogProps) {
  const { t } = useTranslation()
  // The verdict is about the work that was shown when the dialog opened.
  const [request] = useState(current)
  const form = useForm({ defaultValues: { comment: '' } })
  const save = async ({ comment }: { comment: string }) => {
    await reviewRequest(request.id, { round: request.round, verdict, comment: comment.trim() })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const action = t(`changeRequests.review.${verdict === 'approved' ? 'approve' : 'reject'}`)
  return (
    <Dialog
      title={action}
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
            {action}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t(`changeRequests.review.${verdict}Text`)}</p>
      <Field
        label={t('changeRequests.review.comment')}
        error={form.formState.errors.comment?.message}
        required={verdict === 'rejected'}
        autoComplete="off"
        maxLength={1000}
        {...form.register('comment')}
      />
    </Dialog>
  )
}
