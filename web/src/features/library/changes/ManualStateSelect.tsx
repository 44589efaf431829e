import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { revisionsQuery } from '@/api/library'
import type { Manual } from '@/api/types'
import { formatDate } from '@/lib/format'
import { LaneStateSelect } from '../module/compare/LaneStateSelect'

interface ManualStateSelectProps {
  label: string
  /** As the server names it. */
  value: string
  manual: Manual
  onChange: (state: string) => void
}

/** Selects a state of a manual: a lane, an OEM revision or a day. */
export function ManualStateSelect({ label, value, manual, onChange }: ManualStateSelectProps) {
  const { t } = useTranslation()
  const revisions = useQuery(revisionsQuery(manual.path)).data ?? []
  return (
    <LaneStateSelect
      label={label}
      value={value}
      manual={manual}
      behind={revisions.map(({ id, number, createdOn }) => ({
        value: `revision:${id}`,
        label: t('library.changes.revision', { number: String(number), date: formatDate(createdOn) }),
      }))}
      onChange={onChange}
    />
  )
}
