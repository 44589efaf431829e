import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestHistoryQuery } from '@/api/changeRequests'
import type { OpenChangeRequest, RequestEvent } from '@/api/types'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { keyOf } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'

/** The most events that the server sends. */
const maxEvents = 500

/** The events of a change request, newest first, from the change log. */
export function HistoryTab({ open: { request } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const query = useQuery(requestHistoryQuery(request.id, request.lastUpdateTime))
  return (
    <QueryFrame query={query} failedTitle={t('changeRequests.history.failed')}>
      {(events) => (
        <>
          <ol className="crq-history" aria-label={t('changeRequests.tab.history')}>
            {events.map((event, index) => {
              // Events have no name of their own; counted from the oldest one, each keeps its number.
              const key = events.length - index
              return <Event key={key} event={event} />
            })}
          </ol>
          {events.length >= maxEvents && (
            <p className="af-hint">{t('changeRequests.history.cut', { figure: formatNumber(maxEvents) })}</p>
          )}
        </>
      )}
    </QueryFrame>
  )
}

const prefix = 'change_request.'
const arrow = ' → '

function Event({ event }: { event: RequestEvent }) {
  const { t } = useTranslation()
  const { file, why, before, after, ...rest } = event.detail
  const changes = Object.entries(rest).filter(([name]) => changedNames.includes(name))
  const word = (name: string, value: string) => {
    if (value === '') return t('changeRequests.changed.empty')
    if (name === 'origin') return t(`changeRequests.origin.${value}`)
    return name === 'dueDate' ? formatDate(value) : value
  }
  const change = (name: string, value: string) => {
    if (name === 'description') return t('changeRequests.changed.edited')
    return value
      .split(arrow)
      .map((side) => word(name, side.trim()))
      .join(arrow)
  }
  return (
    <li>
      <strong>{event.actor}</strong> {t(`changeRequests.event.${event.action.slice(prefix.length)}`)}
      {file && <> · {keyOf(file)}</>}
      <span className="af-hint d-block mt-0">
        <time dateTime={event.at}>{formatDateTime(event.at)}</time>
      </span>
      {before && after && (
        <span className="d-block">
          {t(`changeRequests.status.${before}`)}
          {arrow}
          {t(`changeRequests.status.${after}`)}
        </span>
      )}
      {changes.map(([name, value]) => (
        <span key={name} className="d-block text-break">
          {t(`changeRequests.changed.${name}`)}: {change(name, value)}
        </span>
      ))}
      {why && <span className="crq-text d-block">{why}</span>}
    </li>
  )
}

/** The details that an update lists, with their old and new value. */
const changedNames: readonly string[] = [
  'title',
  'description',
  'origin',
  'reference',
  'dueDate',
  'assignee',
  'reviewers',
]
