import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import type { Page } from '@/api/types'
import { type ListState, useExistingPage } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { type Column, Table } from '@/ui/Table'

interface ListCardProps<Row> {
  list: ListState<string>
  rows: UseQueryResult<Page<Row>>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  rowActions?: (row: Row) => ReactNode
  caption: string
  search: { label: string; placeholder: string }
  /** What else narrows the list down, beside the search. */
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
  const search = useTypedFilter(text, (typed) => list.setFilter('filter', typed))
  useExistingPage(list, rows)
  return (
    <Card flush>
      <div className="d-flex flex-wrap gap-2 p-3">
        <SearchField
          {...props.search}
          className="flex-grow-1"
          value={search.text}
          onChange={search.type}
          onSearch={search.applyNow}
        />
        {props.narrowed}
      </div>
      {rows.error ? (
        <ErrorState
          title={props.failed}
          message={rows.error.message}
          detail={requestIdOf(rows.error)}
          onRetry={() => void rows.refetch()}
        />
      ) : (
        <Table
          caption={props.caption}
          columns={props.columns}
          rows={rows.data?.items}
          rowKey={props.rowKey}
          sort={list.sort}
          onSort={list.setSort}
          stale={rows.isPlaceholderData}
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
                action={<Button onClick={() => search.applyNow('')}>{t('operators.clearSearch')}</Button>}
              />
            )
          }
        />
      )}
      {rows.data && rows.data.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={rows.data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Card>
  )
}
