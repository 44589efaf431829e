import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import type { FormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import type { SavedValue } from './savedValues'

interface ComplianceFormDialogProps {
  title: string
  /** It creates something; otherwise it changes what is there. */
  isNew?: boolean
  /** The label of the button, where it is neither 'Create' nor 'Update'. */
  actionText?: string
  size?: 'md' | 'lg'
  /** Why it cannot be saved yet. */
  closed: string | undefined
  dirty: boolean
  saving: FormSave
  /** Loads the current values and keeps what was typed; left out where there are none yet. */
  reload?: (onReloaded: () => void) => Promise<void>
  /** After a reload: the saved values that differ from the typed ones. */
  saved?: readonly SavedValue[]
  onClose: () => void
  children: ReactNode
}

/** The frame of the dialogs that create or change a collection, a category or a requirement. */
export function ComplianceFormDialog({ title, closed, dirty, ...rest }: ComplianceFormDialogProps) {
  const { t } = useTranslation()
  const { isNew = false, actionText, size, saving, reload, saved = [], onClose, children } = rest
  const { submit, busy, problem, clearProblem } = saving
  const usual = isNew
    ? { label: t('compliance.form.createAction'), busyText: t('compliance.form.creating') }
    : { label: t('compliance.update'), busyText: t('compliance.form.updating') }
  const action = actionText === undefined ? usual : { label: actionText, busyText: t('form.saving') }
  return (
    <Dialog
      title={title}
      size={size}
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
            busyText={action.busyText}
            disabledReason={closed}
          >
            {action.label}
          </Button>
        </>
      }
    >
      <FormProblem
        action={
          reload !== undefined &&
          hasCode(problem, 'changed_meanwhile') && (
            <Button variant="link" size="sm" onClick={() => void reload(clearProblem)}>
              {t('form.reload')}
            </Button>
          )
        }
      >
        {problem?.message}
      </FormProblem>
      {saved.length > 0 && (
        <Notice tone="info" title={t('compliance.form.saved')}>
          <div className="cpl-text">
            <DescriptionList items={saved} />
          </div>
        </Notice>
      )}
      {children}
    </Dialog>
  )
}
