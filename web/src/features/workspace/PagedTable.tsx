import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { requestIdOf } from '@/api/problem'
import type { Page } from '@/api/types'
import { NoMatch } from '@/lib/NoMatch'
import { type ListState, useExistingPage } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { type Column, Table } from '@/ui/Table'

interface PagedTableProps<Row> {
  caption: string
  searchLabel: string
  list: ListState<string>
  page: UseQueryResult<Page<Row>>
  failedTitle: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowActions: (row: Row) => ReactNode
  actionsHeader: string
  /** Names of the filters beside the text that is looked for. */
  filterNames?: readonly string[]
  filters?: ReactNode
  /** When there is nothing at all. */
  empty: ReactNode
}

/** A table whose rows come page by page, with its search in the address. */
export function PagedTable<Row>({
  searchLabel,
  list,
  page,
  failedTitle,
  filterNames = [],
  filters,
  empty,
  ...table
}: PagedTableProps<Row>) {
  const names = ['filter', ...filterNames]
  const search = useTypedFilter(list.filter('filter'), (text) => list.setFilter('filter', text))
  const filtered = names.some((name) => list.filter(name) !== '')
  useExistingPage(list, page)
  if (page.data?.total === 0 && !filtered) return <Card>{empty}</Card>
  return (
    <Card flush>
      <div className="af-paged-filters">
        <SearchField
          label={searchLabel}
          placeholder={searchLabel}
          value={search.text}
          onChange={search.type}
          onSearch={search.applyNow}
        />
        {filters}
      </div>
      {page.error ? (
        <ErrorState
          title={failedTitle}
          message={page.error.message}
          detail={requestIdOf(page.error)}
          onRetry={() => void page.refetch()}
        />
      ) : (
        <Table
          {...table}
          rows={page.data?.items}
          stale={page.isPlaceholderData}
          empty={<NoMatch text={list.filter('filter')} onClear={() => list.clearFilters(names)} />}
        />
      )}
      {page.data && page.data.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={page.data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Card>
  )
}
