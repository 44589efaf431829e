import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { searchAt } from './searchState'
import type { SearchNavigation } from './useSearchState'

/** Says that the results are those of a moment. */
export function SearchMoment({ place: { state, adjust } }: { place: SearchNavigation }) {
  const { t } = useTranslation()
  const { asOf } = state
  const isMoment = asOf !== undefined && !Number.isNaN(new Date(asOf).getTime())
  const version = t('search.lane.working')
  return (
    // A live region is announced only if it is there before its text.
    <div className={asOf && 'se-moment'}>
      {asOf && <Icon name="clock" size="sm" />}
      <span role="status">
        {isMoment && t('library.reading.asOf', { version, moment: formatDateTime(asOf) })}
      </span>
      {asOf && (
        <Button variant="link" size="sm" onClick={() => adjust(searchAt(state, undefined))}>
          {t('library.reading.now')}
        </Button>
      )}
    </div>
  )
}
