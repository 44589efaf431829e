import { useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { pageSizes } from '@/ui/pageSizes'

type Order = 'asc' | 'desc'

interface ListDefaults<SortKey extends string> {
  sortKeys: readonly SortKey[]
  sort: { key: SortKey; order: Order }
}

export interface ListState<SortKey extends string> {
  page: number
  pageSize: number
  sort: { key: SortKey; order: Order }
  /** The value of a filter, '' when it is not set. */
  filter: (name: string) => string
  setFilter: (name: string, value: string) => void
  /** Says what is open over the rows, without changing which rows there are; '' for nothing. */
  setOpen: (name: string, value: string) => void
  clearFilters: (names: readonly string[]) => void
  setSort: (sort: { key: string; order: Order }) => void
  setPage: (page: number) => void
  setPageSize: (size: number) => void
}

/**
 * Page, order and filters of a list, kept in the URL so that a link or the back button brings them again.
 * `defaults` must be the same object at every render.
 */
export function useListState<SortKey extends string>(
  defaults: ListDefaults<SortKey>,
  usualPageSize: number,
): ListState<SortKey> {
  const [params, setParams] = useSearchParams()
  // What was asked for last: a change before the next render must not undo the one before it.
  const asked = useRef(params)
  const onTheWay = useRef<readonly string[]>([])
  useEffect(() => {
    // An earlier change of our own that arrives late says nothing about what was asked for since.
    const place = onTheWay.current.indexOf(params.toString())
    onTheWay.current = place < 0 ? [] : onTheWay.current.slice(place + 1)
    if (onTheWay.current.length === 0) asked.current = params
  }, [params])
  return useMemo(() => {
    const change = (values: Record<string, string>) => {
      const after = new URLSearchParams(asked.current)
      for (const [name, value] of Object.entries(values)) {
        if (value === '') after.delete(name)
        else after.set(name, value)
      }
      asked.current = after
      onTheWay.current = [...onTheWay.current, after.toString()]
      setParams(after, { replace: true })
    }
    const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']))
    const key = defaults.sortKeys.find((each) => each === params.get('sort'))
    return {
      page: wholeNumber(params.get('page'), 1),
      pageSize: pageSizes.find((size) => String(size) === params.get('size')) ?? usualPageSize,
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
  }, [params, setParams, defaults, usualPageSize])
}

/** How many rows there are, as soon as somebody knows. */
interface Counted {
  data: { total: number } | undefined
  /** Still the answer to another question: its rows are not those of this list. */
  isPlaceholderData?: boolean
}

/** Goes to the last page when the asked one lies behind it, as after the removal of its only row. */
export function useExistingPage(
  list: Pick<ListState<string>, 'page' | 'pageSize' | 'setPage'>,
  { data, isPlaceholderData }: Counted,
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
