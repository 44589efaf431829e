import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { useReading } from '../useReading'

/** The OEM revision that waits for a decision, and whether it is being read. */
export function useWaiting(manual: Manual) {
  const { t } = useTranslation()
  const { lane, revision } = useReading()
  const newest = manual.newerRevisionWaits ? manual.lanes.oem : undefined
  const isRead = newest !== undefined && (revision === undefined ? lane === 'oem' : revision === newest.id)
  const count = manual.waitingRevisions
  const figures = { number: newest?.number, count }
  const text = t(count > 1 ? 'library.reading.severalNewer' : 'library.reading.newer', figures)
  return { newest, isRead, count, text }
}
