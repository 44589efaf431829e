import { type ReactNode, useMemo } from 'react'
import { ListSearch } from '@/lib/ListSearch'
import { localRows, type SortValues } from '@/lib/localRows'
import { NoMatch } from '@/lib/NoMatch'
import { Pages } from '@/lib/Pages'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { type Column, Table } from '@/ui/Table'

interface LocalTableProps<Row> {
  caption: string
  searchLabel: string
  /** Beside the search. */
  toolbar?: ReactNode
  columns: readonly Column<Row>[]
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The text that the search matches. */
  textOf: (row: Row) => string
  /** Must be the same object at every render; its first key is the order at first. */
  sortValues: SortValues<Row>
  usualPageSize: number
  rowActions?: (row: Row) => ReactNode
  actionsHeader?: string
  /** When there is nothing at all. */
  empty: ReactNode
}

/** A table of rows that the browser holds as a whole, with search, order and pages in the address. */
export function LocalTable<Row>(props: LocalTableProps<Row>) {
  const { rows, textOf, sortValues, usualPageSize, searchLabel, toolbar, empty, ...table } = props
  const defaults = useMemo(() => {
    const sortKeys = Object.keys(sortValues)
    return { sortKeys, sort: { key: sortKeys[0] ?? '', order: 'asc' as const } }
  }, [sortValues])
  const list = useListState(defaults, usualPageSize)
  const filter = list.filter('filter')
  const shown = rows && localRows(rows, { ...list, filter }, textOf, sortValues)
  if (rows?.length === 0) return <Card>{empty}</Card>
  return (
    <Card flush>
      <div className="d-flex flex-wrap gap-2 p-3">
        <ListSearch className="flex-fill" list={list} label={searchLabel} placeholder={searchLabel} />
        {toolbar}
      </div>
      <Table
        {...table}
        rows={shown?.rows}
        sort={list.sort}
        onSort={list.setSort}
        empty={<NoMatch text={filter} onClear={() => list.setFilter('filter', '')} />}
      />
      <Pages list={list} query={{ data: shown }} />
    </Card>
  )
}
