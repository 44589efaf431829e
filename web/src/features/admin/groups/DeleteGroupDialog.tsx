import { useTranslation } from 'react-i18next'
import type { Group } from '@/api/types'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { useDeleteGroup } from './queries'

export function DeleteGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation()
  const deletion = useDeleteGroup()
  const { id, name, memberCount, grantCount } = group
  const remove = () =>
    deletion.mutate(id, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('groups.deleted', { name }) })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      title={t('groups.deleteTitle', { name })}
      confirmText={t('groups.delete')}
      busyText={t('groups.deleting')}
      danger
      busy={deletion.isPending}
      problem={deletion.error?.message}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="mb-0">
        {t('groups.deleteText', {
          members: t('groups.peopleCount', { count: memberCount }),
          grants: t('groups.grantCount', { count: grantCount }),
        })}
      </p>
    </ConfirmDialog>
  )
}
