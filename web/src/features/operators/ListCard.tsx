import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '@/api/types'
import { ClearFilters } from '@/lib/ClearFilters'
import { ListSearch } from '@/lib/ListSearch'
import { PagedTable } from '@/lib/PagedTable'
import type { ListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import type { Column } from '@/ui/Table'

interface ListCardProps<Row> {
  list: ListState<string>
  rows: UseQueryResult<Page<Row>>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  rowActions?: (row: Row) => ReactNode
  caption: string
  search: { label: string; placeholder: string }
  /** Further filters beside the search. */
  narrowed?: ReactNode
  failed: string
  /** Shown when there is nothing to search through. */
  none: ReactNode
}

/** A list that is searched, sorted and turned over on the server, with its place in the address. */
export function ListCard<Row>(props: ListCardProps<Row>) {
  const { list, rows } = props
  const { t } = useTranslation()
  const text = list.filter('filter')
  return (
    <Card flush>
      <div className="d-flex flex-wrap gap-2 p-3">
        <ListSearch list={list} {...props.search} className="flex-grow-1" />
        {props.narrowed}
      </div>
      <PagedTable
        list={list}
        query={rows}
        failedTitle={props.failed}
        caption={props.caption}
        columns={props.columns}
        rowKey={props.rowKey}
        actionsHeader={t('operators.actions')}
        rowActions={props.rowActions}
        empty={
          text === '' ? (
            props.none
          ) : (
            <EmptyState
              icon="search"
              title={t('operators.noMatchTitle', { text })}
              text={t('operators.noMatchText')}
              action={
                <ClearFilters onClear={() => list.setFilter('filter', '')}>
                  {t('operators.clearSearch')}
                </ClearFilters>
              }
            />
          )
        }
      />
    </Card>
  )
}
