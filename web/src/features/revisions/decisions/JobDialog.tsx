import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { mostNoteLetters, type RevisionJob, startRevisionJob } from '@/api/revisions'
import type { RevisionDetail } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'

interface JobDialogProps {
  revision: RevisionDetail
  jobName: RevisionJob
  title: string
  confirmText: string
  danger?: boolean
  /** A required reason in place of a note that may be empty. */
  asksReason?: boolean
  /** Why it cannot be started yet. */
  closed?: string
  /** Parameters beside manual, revision and note. */
  parameters?: Record<string, string | string[]>
  children: ReactNode
  onStarted?: () => void
  onClose: () => void
}

/** Asks before a task about a revision is started, with a note that stays in the history. */
export function JobDialog(props: JobDialogProps) {
  const { revision, jobName, title, confirmText, danger = false, asksReason = false, parameters } = props
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { note: '' } })
  const save = async ({ note }: { note: string }) => {
    const said = note.trim()
    const why: Record<string, string> = asksReason ? { reason: said } : said ? { note: said } : {}
    await startRevisionJob(jobName, revision, { ...parameters, ...why })
    showToast({ tone: 'info', text: t('revisions.started') })
    props.onStarted?.()
    props.onClose()
  }
  const { submit, busy, problem } = useFormSave(
    form,
    save,
    {},
    { 'parameterMap.reason': 'note', 'parameterMap.note': 'note' },
  )
  return (
    <Dialog
      title={title}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      startsAtTop
      onClose={props.onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={props.onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabledReason={props.closed}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {props.children}
      <TextArea
        label={asksReason ? t('revisions.reason') : t('revisions.note')}
        hint={t('revisions.noteHint')}
        rows={3}
        maxLength={mostNoteLetters}
        required={asksReason}
        error={form.formState.errors.note?.message}
        {...form.register('note', {
          validate: (text) => !asksReason || text.trim() !== '' || t('revisions.reasonMissing'),
        })}
      />
    </Dialog>
  )
}
