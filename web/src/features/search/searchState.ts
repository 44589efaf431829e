import type { SearchRequest } from '@/api/types'
import { momentOf } from '@/lib/library/moments'
import { pageSizes } from '@/ui/pageSizes'

export const sorts = ['relevance', 'newest', 'code', 'title'] as const
export const searchedLanes = ['working', 'oem', 'all'] as const

/** The filters of a search, in their order. */
export const filterFields = [
  'csdbName',
  'manualName',
  'language',
  'kind',
  'where',
  'ataChapter',
  'status',
  'applicability',
  'revision',
] as const

export type FilterField = (typeof filterFields)[number]
type Filters = Partial<Record<FilterField, readonly string[]>>

/** The parts of a module that can be searched, as the query language names them. */
export const places = [
  'title',
  'code',
  'para',
  'step',
  'warning',
  'caution',
  'note',
  'figure',
  'table',
  'mel',
  'part',
  'supply',
] as const

/** The state of a search page; the address has all of it. */
export interface SearchState {
  text: string
  sort: (typeof sorts)[number]
  lane: (typeof searchedLanes)[number]
  /** The working version as it was at this moment; undefined for now. */
  asOf: string | undefined
  filters: Filters
  page: number
  /** Undefined for the size that the person prefers. */
  pageSize: number | undefined
}

const emptySearch: SearchState = {
  text: '',
  sort: 'relevance',
  lane: 'working',
  asOf: undefined,
  filters: {},
  page: 1,
  pageSize: undefined,
}

export function readSearch(params: URLSearchParams): SearchState {
  const page = Number(params.get('page'))
  const chosen = filterFields.map((field) => [field, params.getAll(field)] as const)
  return {
    text: params.get('search') ?? '',
    sort: sorts.find((each) => each === params.get('sort')) ?? emptySearch.sort,
    lane: searchedLanes.find((each) => each === params.get('lane')) ?? emptySearch.lane,
    // A text that is no moment is sent on: the server refuses it.
    asOf: momentOf(params.get('asOf')) ?? params.get('asOf') ?? undefined,
    filters: Object.fromEntries(chosen.filter(([, values]) => values.length > 0)),
    page: Number.isInteger(page) && page > 0 ? page : emptySearch.page,
    pageSize: pageSizes.find((size) => String(size) === params.get('size')),
  }
}

/** The text is always told, even if it is empty: without it the page shows what it showed last. */
export function writeSearch(state: SearchState): URLSearchParams {
  const params = new URLSearchParams({ search: state.text })
  if (state.sort !== emptySearch.sort) params.set('sort', state.sort)
  if (state.lane !== emptySearch.lane) params.set('lane', state.lane)
  if (state.asOf !== undefined) params.set('asOf', state.asOf)
  for (const field of filterFields) {
    for (const value of state.filters[field] ?? []) params.append(field, value)
  }
  if (state.page !== emptySearch.page) params.set('page', String(state.page))
  if (state.pageSize !== undefined) params.set('size', String(state.pageSize))
  return params
}

/** The request of a search without its page, as it is saved and exported. */
export function requestOf(state: SearchState): SearchRequest {
  const { text, sort, lane, asOf } = state
  return {
    searchText: text.trim(),
    ...(sort !== emptySearch.sort && { sort }),
    ...(lane !== emptySearch.lane && { lane }),
    ...(asOf !== undefined && { asOf }),
    ...(chosenFilters(state).length > 0 && { filters: filtersOf(state) }),
  }
}

function filtersOf({ filters }: SearchState): NonNullable<SearchRequest['filters']> {
  const chosen = (field: FilterField) => [...(filters[field] ?? [])]
  return {
    csdbName: chosen('csdbName'),
    manualName: chosen('manualName'),
    language: chosen('language'),
    kind: chosen('kind'),
    where: chosen('where'),
    ataChapter: chosen('ataChapter'),
    status: chosen('status'),
    applicability: chosen('applicability'),
    revision: chosen('revision'),
  }
}

/** The other way round: a saved search as a page shows it. */
export function stateOf({ searchText, sort, lane, asOf, filters }: SearchRequest): SearchState {
  const chosen = filterFields.map((field) => [field, filters?.[field] ?? []] as const)
  return {
    ...emptySearch,
    text: searchText ?? '',
    sort: sort ?? emptySearch.sort,
    lane: lane ?? emptySearch.lane,
    asOf: asOf ?? emptySearch.asOf,
    filters: Object.fromEntries(chosen.filter(([, values]) => values.length > 0)),
  }
}

/** The same search with a value of a filter chosen, or no longer chosen. Another choice starts at its first page. */
export function toggled(state: SearchState, field: FilterField, value: string): SearchState {
  const before = state.filters[field] ?? []
  const after = before.includes(value) ? before.filter((each) => each !== value) : [...before, value]
  return { ...state, page: 1, filters: { ...state.filters, [field]: after } }
}

export function chosenFilters({ filters }: SearchState): { field: FilterField; value: string }[] {
  return filterFields.flatMap((field) => (filters[field] ?? []).map((value) => ({ field, value })))
}

/** The same search of the working version as it was at a moment: no OEM revision was asked for then. */
export function searchAt(state: SearchState, asOf: string | undefined): SearchState {
  return { ...state, page: 1, lane: 'working', asOf, filters: { ...state.filters, revision: [] } }
}
