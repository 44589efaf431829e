import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type CommentSender, saveOemComment } from '@/api/changeRequests'
import { receiversQuery } from '@/api/publications'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { lastSender, rememberSender, senderOf } from './oemSender'

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
  // Without them, everything is typed.
  const operators = useQuery(receiversQuery).data?.items ?? []
  const form = useForm<CommentSender>({ defaultValues: lastSender() })
  const fill = (code: string) => {
    const operator = operators.find((each) => each.code === code)
    if (operator) form.reset({ ...form.getValues(), ...senderOf(operator) }, { keepDefaultValues: true })
  }
  const { submit, busy, problem } = useFormSave(form, async (sender) => {
    await saveOemComment(id, number, sender)
    rememberSender(sender)
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
      staticBackdrop={form.formState.isDirty}
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
      {operators.length > 0 && (
        <Select
          label={t('changeRequests.oemComment.operator')}
          options={[
            { value: '', label: t('changeRequests.oemComment.noOperator') },
            ...operators.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          defaultValue=""
          onChange={(event) => fill(event.target.value)}
        />
      )}
      {field('senderIdent', identLetters, t('changeRequests.oemComment.identHint'))}
      {field('enterprise', 200)}
      {field('city', 200)}
      {field('country', 200)}
    </Dialog>
  )
}
