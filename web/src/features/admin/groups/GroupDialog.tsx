import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFrame } from '@/lib/QueryFrame'
import { Dialog } from '@/ui/Dialog'
import { GroupEditor } from './GroupEditor'
import { storedGroup } from './queries'

interface GroupDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** The editor of a group, once its members are loaded. */
export function GroupDialog({ id, name, onClose }: GroupDialogProps) {
  const { t } = useTranslation()
  const group = useQuery(storedGroup(id))
  if (group.data) return <GroupEditor opened={group.data} onClose={onClose} />
  return (
    <Dialog title={t('groups.editOne', { name })} size="lg" onClose={onClose}>
      <QueryFrame query={group} failedTitle={t('groups.oneFailed')}>
        {() => null}
      </QueryFrame>
    </Dialog>
  )
}
