import { useTranslation } from 'react-i18next'
import type { IdentityProvider } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { useDeleteProvider } from './queries'

interface DeleteProviderDialogProps {
  provider: IdentityProvider
  onClose: () => void
}

export function DeleteProviderDialog({ provider: { id, name }, onClose }: DeleteProviderDialogProps) {
  const { t } = useTranslation()
  const remove = useDeleteProvider()
  const deleted = () => {
    showToast({ tone: 'success', text: t('admin.signIn.deleted', { name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('admin.signIn.deleteTitle', { name })}
      confirmText={t('admin.signIn.delete')}
      busyText={t('admin.signIn.deleting')}
      danger
      busy={remove.isPending}
      problem={remove.error?.message}
      onConfirm={() => remove.mutate(id, { onSuccess: deleted })}
      onClose={onClose}
    >
      <p className="mb-0">{t('admin.signIn.deleteText')}</p>
    </ConfirmDialog>
  )
}
