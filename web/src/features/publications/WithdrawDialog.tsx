import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { withdrawPublication } from '@/api/publications'
import type { Publication } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'

/** Withdraws a publication, with a reason that stays with it. */
export function WithdrawDialog({
  publication: current,
  onClose,
}: {
  publication: Publication
  onClose: () => void
}) {
  const { t } = useTranslation()
  // The page is refreshed behind the dialog: the version that was shown is the one that is withdrawn.
  const [publication] = useState(current)
  const form = useForm({ defaultValues: { reason: '' } })
  const save = async ({ reason }: { reason: string }) => {
    await withdrawPublication(publication.id, { version: publication.version, reason: reason.trim() })
    showToast({ tone: 'success', text: t('publications.withdraw.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('publications.withdraw.title', { revision: publication.revision })}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={busy}>
            {t('publications.withdraw.action')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t(`publications.withdraw.${publication.state === 'approved' ? 'textApproved' : 'text'}`)}</p>
      <TextArea
        label={t('publications.withdrawalReason')}
        required
        rows={3}
        maxLength={1000}
        error={form.formState.errors.reason?.message}
        {...form.register('reason', {
          validate: (text) => text.trim() !== '' || t('publications.withdraw.reasonMissing'),
        })}
      />
    </Dialog>
  )
}
