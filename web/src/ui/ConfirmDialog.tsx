import type { ReactNode } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { FormProblem } from './FormProblem'
import { useUiTexts } from './UiTexts'

interface ConfirmDialogProps {
  title: string
  /** The consequence of confirming. */
  children: ReactNode
  confirmText: string
  /** The verb while it runs, such as 'Deleting'. */
  busyText: string
  busy?: boolean
  /** Why it failed; the dialog stays open. */
  problem?: string
  danger?: boolean
  /** Why it cannot be done. */
  closed?: string
  /** As of a dialog: for a reason that is typed. */
  staticBackdrop?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  title,
  children,
  confirmText,
  busyText,
  busy = false,
  problem,
  danger = false,
  closed,
  staticBackdrop,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const texts = useUiTexts()
  return (
    <Dialog
      title={title}
      busy={busy}
      staticBackdrop={staticBackdrop}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            busyText={busyText}
            disabledReason={closed}
            onClick={onConfirm}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      <FormProblem>{problem}</FormProblem>
      {children}
    </Dialog>
  )
}
