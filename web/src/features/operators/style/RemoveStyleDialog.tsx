import { useTranslation } from 'react-i18next'
import type { HouseStyle } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { useDeleteHouseStyle } from './queries'

interface RemoveStyleDialogProps {
  /** The name of the operator. */
  operator: string
  style: HouseStyle
  onRemoved: () => void
  onClose: () => void
}

export function RemoveStyleDialog({ operator, style, onRemoved, onClose }: RemoveStyleDialogProps) {
  const { t } = useTranslation()
  const remove = useDeleteHouseStyle()
  const confirm = () =>
    remove.mutate(style, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('operators.style.removed', { name: operator }) })
        onRemoved()
      },
    })
  return (
    <ConfirmDialog
      title={t('operators.style.remove')}
      confirmText={t('operators.style.removeConfirm')}
      busyText={t('operators.style.removing')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="mb-0">{t('operators.style.removeText', { name: operator })}</p>
    </ConfirmDialog>
  )
}
