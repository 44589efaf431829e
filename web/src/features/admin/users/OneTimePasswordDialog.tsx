import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { Dialog } from '@/ui/Dialog'

interface OneTimePasswordDialogProps {
  account: string
  password: string
  onClose: () => void
}

/** Shows a password the server made. It is nowhere kept: closing the dialog is the last anyone sees of it. */
export function OneTimePasswordDialog({ account, password, onClose }: OneTimePasswordDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('admin.oneTime.title', { account })}
      staticBackdrop
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('admin.oneTime.done')}
        </Button>
      }
    >
      <p>{t('admin.oneTime.handOver')}</p>
      <div className="ad-secret">
        <code>{password}</code>
        <CopyButton value={password} />
      </div>
      <p className="af-hint mb-0">{t('admin.oneTime.onlyNow')}</p>
    </Dialog>
  )
}
