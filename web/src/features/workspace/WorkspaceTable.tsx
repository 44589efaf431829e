import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '@/api/types'
import { ListSearch } from '@/lib/ListSearch'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import type { ListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import type { Column, RowChoice } from '@/ui/Table'

interface WorkspaceTableProps<Row> {
  caption: string
  searchLabel: string
  list: ListState<string>
  page: UseQueryResult<Page<Row>>
  failedTitle: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  choice?: RowChoice<Row>
  /** The actions for the chosen rows. */
  bulk?: ReactNode
  rowActions: (row: Row) => ReactNode
  actionsHeader: string
  /** Names of the filters beside the text that is looked for. */
  filterNames?: readonly string[]
  filters?: ReactNode
  /** When there is nothing at all. */
  empty: ReactNode
}

/** A table whose rows come page by page, with its search in the address. */
export function WorkspaceTable<Row>({
  searchLabel,
  list,
  page,
  failedTitle,
  filterNames = [],
  filters,
  bulk,
  empty,
  ...table
}: WorkspaceTableProps<Row>) {
  const names = ['filter', ...filterNames]
  const filtered = names.some((name) => list.filter(name) !== '')
  if (page.data?.total === 0 && !filtered) return <Card>{empty}</Card>
  return (
    <Card flush>
      <div className="af-paged-filters">
        <ListSearch list={list} label={searchLabel} />
        {filters}
      </div>
      {bulk}
      <PagedTable
        list={list}
        query={page}
        failedTitle={failedTitle}
        {...table}
        empty={<NoMatch text={list.filter('filter')} onClear={() => list.clearFilters(names)} />}
      />
    </Card>
  )
}
