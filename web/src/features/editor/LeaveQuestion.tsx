import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import type { Leaving } from './useLeaving'

/** Asks before a page is left whose text could not be saved. */
export function LeaveQuestion({ leaving }: { leaving: Leaving }) {
  const { t } = useTranslation()
  if (!leaving.isAsking) return null
  return (
    <ConfirmDialog
      danger
      title={t('editor.leave.title')}
      confirmText={t('editor.leave.leave')}
      busyText={t('editor.leave.leave')}
      onConfirm={leaving.leave}
      onClose={leaving.stay}
    >
      {t(leaving.isKept ? 'editor.leave.text' : 'editor.leave.unkept')}
    </ConfirmDialog>
  )
}
