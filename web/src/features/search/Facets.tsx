import { useTranslation } from 'react-i18next'
import type { SearchFacet } from '@/api/types'
import { Skeleton } from '@/ui/Skeleton'
import { FacetGroup, type FacetValue } from './FacetGroup'
import { labelOf } from './facetLabels'
import { type FilterField, filterFields, places, toggled } from './searchState'
import type { SearchNavigation } from './useSearchState'

/** Open from the start; the others are collapsed. */
const openAtFirst: readonly FilterField[] = ['csdbName', 'manualName', 'language', 'kind', 'where']

interface FacetsProps {
  place: SearchNavigation
  /** Undefined until they are loaded. */
  facets: readonly SearchFacet[] | undefined
}

/** The filters with the number of results of each value; several values can be chosen. */
export function Facets({ place, facets }: FacetsProps) {
  const { t } = useTranslation()
  const { state, adjust } = place
  if (!facets) return <Skeleton lines={12} />
  const valuesOf = (field: FilterField): FacetValue[] => {
    const chosen = state.filters[field] ?? []
    const counted = facets.find((facet) => facet.field === field)?.values ?? []
    // Places are a choice of where to look, so they stand there whatever is found.
    const all = field === 'where' && counted.length === 0 ? places.map((value) => ({ value })) : counted
    // A chosen value that no answer has any more must still be there to be given up.
    const gone = chosen.filter((value) => !all.some((each) => each.value === value))
    return [...all, ...gone.map((value) => ({ value, count: 0 }))].map((each) => ({
      ...each,
      label: labelOf(t, facets, field, each.value),
      chosen: chosen.includes(each.value),
    }))
  }
  const groups = filterFields
    .map((field) => ({ field, values: valuesOf(field) }))
    .filter(({ values }) => values.length > 0)
  return (
    <div className="se-facets">
      {groups.map(({ field, values }) => (
        <FacetGroup
          key={field}
          title={t(`search.facet.${field}`)}
          values={values}
          opened={openAtFirst.includes(field)}
          capped={facets.some((facet) => facet.field === field && facet.capped)}
          onToggle={(value) => adjust(toggled(state, field, value))}
        />
      ))}
    </div>
  )
}
