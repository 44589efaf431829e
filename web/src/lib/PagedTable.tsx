import type { Page } from '@/api/types'
import { Table, type TableProps } from '@/ui/Table'
import { type PageControl, Pages } from './Pages'
import { QueryFrame, type QueryResult } from './QueryFrame'
import type { ListState } from './useListState'

type Sorting = Partial<Pick<ListState<string>, 'sort' | 'setSort'>>

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows' | 'stale' | 'sort' | 'onSort'> {
  list: PageControl & Sorting
  query: QueryResult<Page<Row>> & { isPlaceholderData: boolean }
  failedTitle: string
}

/** A table whose rows the server sends page by page. */
export function PagedTable<Row>({ list, query, failedTitle, ...table }: PagedTableProps<Row>) {
  return (
    <>
      <QueryFrame query={query} failedTitle={failedTitle}>
        <Table
          {...table}
          rows={query.data?.items}
          sort={list.sort}
          onSort={list.setSort}
          stale={query.isPlaceholderData}
        />
      </QueryFrame>
      <Pages list={list} query={query} />
    </>
  )
}
