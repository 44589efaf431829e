import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { useDeletePackage } from './queries'

interface DeletePackageDialogProps {
  pack: Pick<Package, 'id' | 'fileName'>
  onClose: () => void
  onDeleted?: () => void
}

export function DeletePackageDialog({ pack, onClose, onDeleted }: DeletePackageDialogProps) {
  const { t } = useTranslation()
  const remove = useDeletePackage()
  const confirm = () =>
    remove.mutate(pack.id, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('imports.delete.done') })
        onClose()
        onDeleted?.()
      },
    })
  return (
    <ConfirmDialog
      title={t('imports.delete.title', { name: pack.fileName })}
      confirmText={t('imports.delete.confirm')}
      busyText={t('imports.delete.busy')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="mb-0">{t('imports.delete.text')}</p>
    </ConfirmDialog>
  )
}
