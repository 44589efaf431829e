import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { pageSizes } from '@/ui/pageSizes'
import { useSyncedText } from './useSyncedText'

type Order = 'asc' | 'desc'

interface ListDefaults<SortKey extends string> {
  sortKeys: readonly SortKey[]
  sort: { key: SortKey; order: Order }
}

export interface ListState<SortKey extends string> {
  page: number
  pageSize: number
  /** The page in the words of the API. */
  pageRequest: { pageNumber: number; pageSize: number }
  sort: { key: SortKey; order: Order }
  /** The value of a filter, '' when it is not set. */
  filter: (name: string) => string
  setFilter: (name: string, value: string) => void
  /** Names what is open over the rows; the rows stay the same. '' closes it. */
  setOpen: (name: string, value: string) => void
  clearFilters: (names: readonly string[]) => void
  setSort: (sort: { key: string; order: Order }) => void
  setPage: (page: number) => void
  setPageSize: (size: number) => void
}

/**
 * Page, order and filters of a list, kept in the URL so that a link or the back button restores them.
 * `defaults` must be the same object at every render.
 */
export function useListState<SortKey extends string>(
  defaults: ListDefaults<SortKey>,
  usualPageSize: number,
): ListState<SortKey> {
  const [params, setParams] = useSearchParams()
  // Two changes before the next render must both count, so each starts from the latest one.
  const { latest, type, send } = useSyncedText(params.toString())
  return useMemo(() => {
    const change = (values: Record<string, string>) => {
      const after = new URLSearchParams(latest.current)
      for (const [name, value] of Object.entries(values)) {
        if (value === '') after.delete(name)
        else after.set(name, value)
      }
      type(after.toString())
      send(after.toString())
      setParams(after, { replace: true })
    }
    const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))
    const key = defaults.sortKeys.find((each) => each === params.get('sort'))
    const page = wholeNumber(params.get('page'), 1)
    const pageSize = pageSizes.find((size) => String(size) === params.get('size')) ?? usualPageSize
    return {
      page,
      pageSize,
      pageRequest: { pageNumber: page, pageSize },
      sort: key ? { key, order: params.get('order') === 'desc' ? 'desc' : 'asc' } : defaults.sort,
      filter: (name) => params.get(name) ?? '',
      // Another choice of rows starts at its first page: the old page number may not exist in it.
      setFilter: (name, value) => change({ [name]: value, page: '' }),
      setOpen: (name, value) => change({ [name]: value }),
      clearFilters: (names) => change({ ...none(names), page: '' }),
      setSort: (sort) => change({ sort: sort.key, order: sort.order, page: '' }),
      setPage: (page) => change({ page: page === 1 ? '' : String(page) }),
      setPageSize: (size) => change({ size: size === usualPageSize ? '' : String(size), page: '' }),
    }
  }, [params, setParams, latest, type, send, defaults, usualPageSize])
}

/** The number of rows; undefined until the first answer. */
interface RowCount {
  data: { total: number } | undefined
  /** The rows are still those of another list. */
  isPlaceholderData?: boolean
}

/** Goes to the last page when the requested one lies behind it, as after the removal of its only row. */
export function useExistingPage(
  list: Pick<ListState<string>, 'page' | 'pageSize' | 'setPage'>,
  { data, isPlaceholderData }: RowCount,
): void {
  const isKnown = data !== undefined && !isPlaceholderData
  const last = isKnown ? Math.max(1, Math.ceil(data.total / list.pageSize)) : undefined
  useEffect(() => {
    if (last !== undefined && list.page > last) list.setPage(last)
  }, [list, last])
}

function wholeNumber(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
