import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCode } from '@/api/problem'
import type { SearchAnswer } from '@/api/types'
import { QueryError } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { classes } from '@/ui/classes'
import { EmptyState } from '@/ui/EmptyState'
import { Pagination } from '@/ui/Pagination'
import { Skeleton } from '@/ui/Skeleton'
import { MediaResults } from './MediaResults'
import { ResultItem } from './ResultItem'
import { SearchNotices } from './SearchNotices'
import { chosenFilters } from './searchState'
import type { SearchNavigation } from './useSearchState'

/** Answers that anybody gets to see. */
const mostAnswers = 500
const expectedAnswers = 5

interface ResultsProps {
  place: SearchNavigation
  found: UseQueryResult<SearchAnswer>
  pageSize: number
}

export function Results({ place, found, pageSize }: ResultsProps) {
  const { t } = useTranslation()
  const { state, ask, adjust } = place
  if (found.error) {
    // The search field shows the error of the query.
    if (hasCode(found.error, 'search.syntax')) {
      return (
        <Card>
          <EmptyState icon="help" title={t('search.misunderstood')} text={t('search.misunderstoodText')} />
        </Card>
      )
    }
    return (
      <Card>
        <QueryError title={t('search.failed')} error={found.error} onRetry={found.refetch} />
      </Card>
    )
  }
  const answer = found.data
  if (!answer) return <Expected />
  return (
    <>
      <SearchNotices answer={answer} />
      <MediaResults media={answer.media} />
      {answer.items.length === 0 ? (
        answer.media.length === 0 && <NothingFound place={place} />
      ) : (
        <Card flush>
          <ol
            className={classes('se-results', found.isPlaceholderData && 'se-stale')}
            aria-label={t('search.results')}
            aria-busy={found.isPlaceholderData}
          >
            {answer.items.map((item) => (
              <ResultItem
                key={`${item.path} ${item.lane} ${item.revision ?? ''}`}
                item={item}
                asOf={state.asOf}
              />
            ))}
          </ol>
          <Pagination
            page={state.page}
            pageSize={pageSize}
            total={Math.min(answer.total, mostAnswers)}
            onPage={(page) => ask({ ...state, page })}
            onPageSize={(size) => adjust({ ...state, page: 1, pageSize: size })}
          />
        </Card>
      )}
    </>
  )
}

function NothingFound({ place: { state, adjust } }: { place: SearchNavigation }) {
  const { t } = useTranslation()
  const narrowed = chosenFilters(state).length > 0
  const title = state.text === '' ? t('search.empty') : t('search.nothing', { text: state.text })
  const reason = narrowed ? t('search.nothingNarrowed') : t('search.nothingText')
  return (
    <Card>
      <EmptyState
        icon="search"
        title={title}
        text={state.text === '' && !narrowed ? t('search.emptyText') : reason}
        action={
          <div className="d-flex flex-wrap justify-content-center gap-2">
            {narrowed && (
              <Button onClick={() => adjust({ ...state, page: 1, filters: {} })}>
                {t('search.giveUpAll')}
              </Button>
            )}
            {state.lane !== 'all' && (
              <Button onClick={() => adjust({ ...state, page: 1, lane: 'all', asOf: undefined })}>
                {t('search.everywhere')}
              </Button>
            )}
          </div>
        }
      />
    </Card>
  )
}

function Expected() {
  return (
    <Card>
      {Array.from({ length: expectedAnswers }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places without content differ only by their order.
        <div key={index} className="se-expected">
          <Skeleton width="40%" height="1rem" />
          <Skeleton lines={2} />
        </div>
      ))}
    </Card>
  )
}
