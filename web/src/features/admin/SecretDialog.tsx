import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { Dialog } from '@/ui/Dialog'

interface SecretDialogProps {
  title: string
  /** Tells the user to copy the secret now. */
  text: string
  secret: string
  /** Tells the user how to replace a lost secret. */
  hint: string
  onClose: () => void
}

/** Shows a secret that the server made. It is nowhere kept: closing the dialog is the last anyone sees of it. */
export function SecretDialog({ title, text, secret, hint, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={title}
      staticBackdrop
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('admin.secretDone')}
        </Button>
      }
    >
      <p>{text}</p>
      <div className="ad-secret">
        <code>{secret}</code>
        <CopyButton value={secret} />
      </div>
      <p className="af-hint mb-0">{hint}</p>
    </Dialog>
  )
}
