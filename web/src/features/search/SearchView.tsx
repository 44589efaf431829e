import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { detailOf, hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import { searchQuery } from '@/api/search'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { ChosenFilters } from './ChosenFilters'
import { Facets } from './Facets'
import { Results } from './Results'
import { SearchBox } from './SearchBox'
import { SearchMoment } from './SearchMoment'
import { SearchToolbar } from './SearchToolbar'
import { chosenFilters, requestOf } from './searchState'
import { useSearchState } from './useSearchState'
import './search.css'

/** Question, answers and what narrows them down: the search page and the full-text tab. */
export function SearchView() {
  const { t } = useTranslation()
  const { user } = useMe()
  const place = useSearchState()
  const { state } = place
  const [choosing, setChoosing] = useState(false)
  const pageSize = state.pageSize ?? user.preferences.pageSize
  const found = useQuery(
    searchQuery({ ...requestOf(state), pageNumber: state.page, pageSize }, currentLanguage()),
  )
  const misunderstood = hasCode(found.error, 'search.syntax')
  const answer = found.error ? undefined : found.data
  const total = answer?.total ?? 0
  const chosen = chosenFilters(state)
  const facets = <Facets place={place} facets={found.error ? [] : answer?.facets} />
  return (
    <div className="se-page">
      <SearchBox place={place} error={found.error && misunderstood ? detailOf(found.error) : undefined} />
      <div className="se-columns">
        <aside className="se-aside" aria-label={t('search.narrow')}>
          {facets}
        </aside>
        <div className="se-main">
          <SearchToolbar place={place} answer={answer}>
            <Button className="se-narrow" icon="filter" onClick={() => setChoosing(true)}>
              {chosen.length > 0 ? t('search.narrowCount', { count: chosen.length }) : t('search.narrow')}
            </Button>
          </SearchToolbar>
          <SearchMoment place={place} />
          <ChosenFilters place={place} facets={answer?.facets} />
          <Results place={place} found={found} pageSize={pageSize} />
        </div>
      </div>
      {choosing && (
        <Dialog
          side
          startsAtTop
          title={t('search.narrow')}
          onClose={() => setChoosing(false)}
          footer={
            <Button variant="primary" onClick={() => setChoosing(false)}>
              {t('search.show', { count: total, figure: formatNumber(total) })}
            </Button>
          }
        >
          {facets}
        </Dialog>
      )}
    </div>
  )
}
