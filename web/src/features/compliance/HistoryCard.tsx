import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { policyHistoryQuery } from '@/api/compliance'
import type { PolicyEvent } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FormProblem } from '@/ui/FormProblem'
import { useEventValues } from './useEventValues'

/** Who changed what about a requirement, when and why; newest first. */
export function HistoryCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(policyHistoryQuery(id))
  return (
    <Card title={t('compliance.history')}>
      <QueryFrame query={query} failedTitle={t('compliance.historyFailed')} keepsData>
        {({ pages }) => (
          <>
            <ol className="cpl-history" aria-label={t('compliance.history')}>
              {pages.flat().map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ol>
            {query.isFetchNextPageError && <FormProblem>{query.error?.message}</FormProblem>}
            {query.hasNextPage && (
              <Button
                size="sm"
                className="mt-3"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('compliance.olderHistory')}
              </Button>
            )}
          </>
        )}
      </QueryFrame>
    </Card>
  )
}

function Event({ event }: { event: PolicyEvent }) {
  const { t } = useTranslation()
  const { kind, why, by, on } = event
  const values = useEventValues(event)
  return (
    <li>
      <strong>{by}</strong> {t(`compliance.event.${kind}`, { defaultValue: t('compliance.event.updated') })}
      <span className="af-hint d-block mt-0">
        <time dateTime={on}>{formatDateTime(on)}</time>
      </span>
      {values.length > 0 && <span className="d-block text-break">{values.join(' → ')}</span>}
      {why && <span className="cpl-text d-block">{why}</span>}
    </li>
  )
}
