import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'

interface CreationDialogProps {
  title: string
  /** The typed name; it is required. */
  name: string
  dirty: boolean
  saving: ReturnType<typeof useFormSave>
  onCancel: () => void
  children: ReactNode
}

/** Steps 3 and 4 of the import; Cancel returns to the choice of a manual. */
export function CreationDialog({ title, name, dirty, saving, onCancel, children }: CreationDialogProps) {
  const { t } = useTranslation()
  const { submit, busy, problem } = saving
  return (
    <Dialog
      title={title}
      size="lg"
      busy={busy}
      staticBackdrop={dirty}
      onClose={onCancel}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={name === '' || busy}
            busy={busy}
            busyText={t('imports.dialog.creating')}
          >
            {t('imports.dialog.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      {children}
    </Dialog>
  )
}
