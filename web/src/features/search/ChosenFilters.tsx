import { useTranslation } from 'react-i18next'
import type { SearchFacet } from '@/api/types'
import { Button } from '@/ui/Button'
import { Icon } from '@/ui/Icon'
import { labelOf } from './facetLabels'
import { chosenFilters, toggled } from './searchState'
import type { SearchNavigation } from './useSearchState'

interface ChosenFiltersProps {
  place: SearchNavigation
  facets: readonly SearchFacet[] | undefined
}

/** The active filters, each with a button to remove it. */
export function ChosenFilters({ place, facets }: ChosenFiltersProps) {
  const { t } = useTranslation()
  const { state, adjust } = place
  const chosen = chosenFilters(state)
  if (chosen.length === 0) return null
  return (
    <ul className="se-chosen" aria-label={t('search.chosen')}>
      {chosen.map(({ field, value }) => {
        const label = t('search.chosenOne', {
          field: t(`search.facet.${field}`),
          value: labelOf(t, facets, field, value),
        })
        return (
          <li key={`${field} ${value}`}>
            <button
              type="button"
              className="se-chip"
              aria-label={t('search.giveUp', { filter: label })}
              onClick={() => adjust(toggled(state, field, value))}
            >
              {label}
              <Icon name="close" size="sm" />
            </button>
          </li>
        )
      })}
      <li>
        <Button variant="link" size="sm" onClick={() => adjust({ ...state, page: 1, filters: {} })}>
          {t('search.giveUpAll')}
        </Button>
      </li>
    </ul>
  )
}
