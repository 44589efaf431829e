import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revisionsQuery } from '@/api/library'
import { revisionName } from '@/api/redline'
import type { Manual } from '@/api/types'
import { formatDate } from '@/lib/format'
import type { Option } from '@/ui/option'

/** The OEM revisions of a manual as states that can be compared. */
export function useRevisionOptions(manual: Manual): Option[] {
  const { t } = useTranslation()
  const revisions = useQuery(revisionsQuery(manual.path)).data ?? []
  return revisions.map(({ id, number, createdOn }) => ({
    value: revisionName(id),
    label: t('library.changes.revision', { number: String(number), date: formatDate(createdOn) }),
  }))
}
