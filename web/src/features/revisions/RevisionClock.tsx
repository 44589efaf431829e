import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime } from '@/lib/format'
import { Chip } from '@/ui/Chip'
import { ageInDays, dueTime } from './currency'

const looks = {
  late: { tone: 'danger', icon: 'danger' },
  soon: { tone: 'warning', icon: 'clock' },
  open: { tone: 'neutral', icon: 'clock' },
} as const

/** The time until a decision is due; nothing where no clock runs. */
export function RevisionClock({ dueOn }: { dueOn: string | undefined }) {
  const { t } = useTranslation()
  if (dueOn === undefined) return null
  const { urgency, days } = dueTime(dueOn)
  const textKey = urgency === 'late' ? 'revisions.due.late' : 'revisions.due.left'
  return (
    <span title={t('revisions.due.on', { date: formatDate(dueOn) })}>
      <Chip {...looks[urgency]}>
        {urgency !== 'late' && days === 0 ? t('revisions.due.today') : t(textKey, { count: days })}
      </Chip>
    </span>
  )
}

export function RevisionAge({ since }: { since: string }) {
  const { t } = useTranslation()
  const days = ageInDays(since)
  return (
    <time className="d-block af-hint mt-0" dateTime={since} title={formatDateTime(since)}>
      {days === 0 ? t('revisions.age.today') : t('revisions.age.days', { count: days })}
    </time>
  )
}
