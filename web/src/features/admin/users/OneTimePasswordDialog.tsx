import { useTranslation } from 'react-i18next'
import { SecretDialog } from '../SecretDialog'

interface OneTimePasswordDialogProps {
  account: string
  password: string
  onClose: () => void
}

export function OneTimePasswordDialog({ account, password, onClose }: OneTimePasswordDialogProps) {
  const { t } = useTranslation()
  return (
    <SecretDialog
      title={t('admin.oneTime.title', { account })}
      text={t('admin.oneTime.handOver')}
      secret={password}
      hint={t('admin.oneTime.onlyNow')}
      onClose={onClose}
    />
  )
}
