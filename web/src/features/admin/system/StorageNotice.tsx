import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { formatBytes } from '@/lib/format'
import { Notice } from '@/ui/Notice'
import { systemQuery } from './queries'

/** Warns of a disk that is nearly full, or full. */
export function StorageNotice() {
  const { t } = useTranslation()
  const me = useMe()
  const { data } = useQuery({ ...systemQuery, enabled: can.viewSystem(me) })
  const storage = data?.storage
  if (!storage || storage.state === 'enough') return null
  const full = storage.state === 'full'
  const space = { free: formatBytes(storage.freeBytes), total: formatBytes(storage.totalBytes) }
  return (
    <div className="mb-3">
      <Notice
        tone={full ? 'danger' : 'warning'}
        title={t(full ? 'admin.system.space.full' : 'admin.system.space.short')}
      >
        {t('admin.system.space.text', space)}
      </Notice>
    </div>
  )
}
