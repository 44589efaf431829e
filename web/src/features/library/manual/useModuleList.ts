import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { useListState } from '@/lib/useListState'
import { useReading } from '../useReading'

export const moduleSortKeys = ['code', 'title', 'contentType', 'language', 'issueDate', 'status'] as const
const listDefaults = { sortKeys: moduleSortKeys, sort: { key: 'code', order: 'asc' } } as const
const filterNames = ['filter', 'system', 'status', 'type', 'language'] as const

export type ModuleList = ReturnType<typeof useModuleList>
export type ModuleListState = ModuleList['list']

/** The filters and order of a list of modules, from the address. */
export function useModuleList(manual: Manual) {
  const me = useMe()
  const reading = useReading()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  return {
    list,
    isFiltered: filterNames.some((name) => list.filter(name) !== ''),
    clear: () => list.clearFilters(filterNames),
    /** The request without its page. */
    rows: {
      manualPath: manual.path,
      ...reading,
      keywordFilter: list.filter('filter') || undefined,
      statusFilter: list.filter('status') || undefined,
      contentType: list.filter('type') || undefined,
      language: list.filter('language') || undefined,
      system: list.filter('system') || undefined,
      sort: list.sort.key,
      order: list.sort.order,
    },
    page: { pageNumber: list.page, pageSize: list.pageSize },
  }
}
