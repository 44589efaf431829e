import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'

interface ComplianceFormDialogProps {
  title: string
  /** It creates something; otherwise it changes what is there. */
  isNew: boolean
  /** Why it cannot be saved yet. */
  closed: string | undefined
  busy: boolean
  dirty: boolean
  problem: string | undefined
  submit: FormEventHandler
  onClose: () => void
  children: ReactNode
}

/** The frame of the dialogs that create or change a collection, a category or a requirement. */
export function ComplianceFormDialog({
  title,
  isNew,
  closed,
  busy,
  dirty,
  ...rest
}: ComplianceFormDialogProps) {
  const { t } = useTranslation()
  const { problem, submit, onClose, children } = rest
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
            busyText={t(isNew ? 'compliance.form.creating' : 'compliance.form.updating')}
            disabledReason={closed}
          >
            {t(isNew ? 'compliance.form.createAction' : 'compliance.update')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem}</FormProblem>
      {children}
    </Dialog>
  )
}
