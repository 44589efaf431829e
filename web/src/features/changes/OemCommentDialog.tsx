import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type CommentSender, saveOemComment } from '@/api/changeRequests'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

/** Five letters and digits, as the standard demands. */
const identLetters = 5

interface OemCommentDialogProps {
  /** The id of the change request. */
  id: string
  number: number
  onClose: () => void
}

/** Asks who sends a change request to the manufacturer, and saves it as an S1000D comment. */
export function OemCommentDialog({ id, number, onClose }: OemCommentDialogProps) {
  const { t } = useTranslation()
  const form = useForm<CommentSender>({
    defaultValues: { senderIdent: '', enterprise: '', city: '', country: '' },
  })
  const { submit, busy, problem } = useFormSave(form, async (sender) => {
    await saveOemComment(id, number, sender)
    showToast({ tone: 'success', text: t('changeRequests.oemComment.done') })
    onClose()
  })
  const field = (name: keyof CommentSender, length: number, hint?: string) => (
    <Field
      label={t(`changeRequests.oemComment.${name}`)}
      hint={hint}
      required
      error={form.formState.errors[name]?.message}
      autoComplete="off"
      maxLength={length}
      {...form.register(name)}
    />
  )
  return (
    <Dialog
      title={t('changeRequests.oemComment.title')}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" icon="download" busy={busy}>
            {t('changeRequests.oemComment.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t('changeRequests.oemComment.text')}</p>
      {field('senderIdent', identLetters, t('changeRequests.oemComment.identHint'))}
      {field('enterprise', 200)}
      {field('city', 200)}
      {field('country', 200)}
    </Dialog>
  )
}
