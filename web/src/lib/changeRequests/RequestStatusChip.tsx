import { useTranslation } from 'react-i18next'
import { Chip } from '@/ui/Chip'

const looks = {
  'Not Open': { tone: 'neutral', icon: 'inbox' },
  'In Progress': { tone: 'info', icon: 'edit' },
  'Ready for Publish': { tone: 'warning', icon: 'show' },
  Closed: { tone: 'success', icon: 'success' },
  Pending: { tone: 'neutral', icon: 'clock' },
} as const

export const requestStatuses = ['Not Open', 'In Progress', 'Ready for Publish', 'Closed', 'Pending'] as const

interface RequestStatusChipProps {
  status: string
  /** How it was closed. */
  outcome: string | undefined
}

/** The status of a change request, in the words of the specification. */
export function RequestStatusChip({ status, outcome }: RequestStatusChipProps) {
  const { t } = useTranslation()
  const known = requestStatuses.find((each) => each === status)
  if (!known) return status
  const isCancelled = outcome === 'cancelled'
  const look = isCancelled ? ({ tone: 'neutral', icon: 'disabled' } as const) : looks[known]
  return (
    <>
      <Chip {...look}>{t(`changeRequests.status.${known}`)}</Chip>
      {outcome && <span className="af-hint"> {t(`changeRequests.outcome.${outcome}`)}</span>}
    </>
  )
}
