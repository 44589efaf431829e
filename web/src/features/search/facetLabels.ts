import type { TFunction } from 'i18next'
import type { SearchFacet } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { languageName } from '@/lib/regions'
import { type FilterField, places } from './searchState'

const statuses = ['Draft', 'Review', 'Released', 'Obsolete'] as const

/** The status of a module in the reader's language. */
export function statusName(t: TFunction, status: string): string {
  const known = statuses.find((each) => each === status)
  return known ? t(`library.status.${known}`) : status
}

/** The label of a filter's value; the value itself where there is no label. */
export function labelOf(
  t: TFunction,
  facets: readonly SearchFacet[] | undefined,
  field: FilterField,
  value: string,
): string {
  if (field === 'language') return value ? languageName(value, currentLanguage()) : t('search.noLanguage')
  if (field === 'status') return statusName(t, value)
  const place = field === 'where' && places.find((each) => each === value)
  if (place) return t(`search.where.${place}`)
  const values = facets?.find((facet) => facet.field === field)?.values
  return values?.find((each) => each.value === value)?.label || value
}
