import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'

interface FormDialogProps {
  title: string
  saveText: string
  busyText: string
  /** The name as it is typed: without one nothing can be saved. */
  name: string
  busy: boolean
  dirty: boolean
  problem: ReactNode
  /** Beside the problem, such as a way to mend it. */
  problemAction?: ReactNode
  submit: FormEventHandler
  onClose: () => void
  children: ReactNode
}

/** The frame that the dialogs share which make or rename a database or manual. */
export function FormDialog({
  title,
  saveText,
  busyText,
  name,
  busy,
  dirty,
  submit,
  ...rest
}: FormDialogProps) {
  const { t } = useTranslation()
  const { problem, problemAction, onClose, children } = rest
  return (
    <Dialog
      title={title}
      busy={busy}
      staticBackdrop={dirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={busyText}
            disabledReason={name === '' ? t('library.name.empty') : undefined}
          >
            {saveText}
          </Button>
        </>
      }
    >
      <FormProblem action={problemAction}>{problem}</FormProblem>
      {children}
    </Dialog>
  )
}
