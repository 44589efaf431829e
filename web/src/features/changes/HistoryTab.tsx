import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestHistoryQuery } from '@/api/changeRequests'
import type { RequestEvent } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'

/** What happened to a change request, newest first, from the change log. */
export function HistoryTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(requestHistoryQuery(id))
  return (
    <QueryFrame query={query} failedTitle={t('changeRequests.history.failed')}>
      {(events) => (
        <ol className="crq-history" aria-label={t('changeRequests.tab.history')}>
          {events.map((event) => (
            <Event key={`${event.at} ${event.action} ${event.detail.file ?? ''}`} event={event} />
          ))}
        </ol>
      )}
    </QueryFrame>
  )
}

const prefix = 'change_request.'

function Event({ event }: { event: RequestEvent }) {
  const { t } = useTranslation()
  const { file, why, ...rest } = event.detail
  const changes = Object.entries(rest).filter(([name]) => changedNames.includes(name))
  return (
    <li>
      <strong>{event.actor}</strong> {t(`changeRequests.event.${event.action.slice(prefix.length)}`)}
      {file && <> · {keyOf(file)}</>}
      <span className="af-hint d-block mt-0">
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
      </span>
      {changes.map(([name, value]) => (
        <span key={name} className="d-block text-break">
          {t(`changeRequests.changed.${name}`)}: {value}
        </span>
      ))}
      {why && <span className="crq-text d-block">{why}</span>}
    </li>
  )
}

/** The details that an update lists, with their old and new value. */
const changedNames: readonly string[] = ['title', 'origin', 'reference', 'dueDate', 'assignee', 'reviewers']
