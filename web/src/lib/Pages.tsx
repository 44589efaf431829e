import { Pagination } from '@/ui/Pagination'
import { type ListState, useExistingPage } from './useListState'

export type PageControl = Pick<ListState<string>, 'page' | 'pageSize' | 'setPage'> &
  Partial<Pick<ListState<string>, 'setPageSize'>>

interface PagesProps {
  list: PageControl
  query: Parameters<typeof useExistingPage>[1]
  /** Names the pages where another list has pages too. */
  label?: string
}

/** The pages of a list. Without a choice of their size a single page needs none. */
export function Pages({ list, query, label }: PagesProps) {
  useExistingPage(list, query)
  const { page, pageSize, setPage, setPageSize } = list
  const total = query.data?.total ?? 0
  if (total === 0 || (!setPageSize && total <= pageSize)) return null
  return (
    <Pagination
      label={label}
      page={page}
      pageSize={pageSize}
      total={total}
      onPage={setPage}
      onPageSize={setPageSize}
    />
  )
}
