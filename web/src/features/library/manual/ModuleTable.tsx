import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import type { File, Manual, Page } from '@/api/types'
import { NoMatch } from '@/lib/NoMatch'
import { useExistingPage } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Table } from '@/ui/Table'
import type { ExportedRows } from './ExportMenu'
import { ModuleListHead } from './ModuleListHead'
import { useModuleColumns } from './useModuleColumns'
import { type AskedModules, moduleSortKeys } from './useModuleList'

interface ModuleTableProps {
  manual: Manual
  caption: string
  asked: AskedModules
  modules: UseQueryResult<Page<File>>
  shelf: ExportedRows['shelf']
  empty: ReactNode
}

/** Modules of a manual as rows that lead to their details. */
export function ModuleTable({ manual, caption, asked, modules, shelf, empty }: ModuleTableProps) {
  const { t } = useTranslation()
  const { list } = asked
  const { shown, chooser } = useModuleColumns(manual)
  useExistingPage(list, modules)
  return (
    <Card flush>
      <ModuleListHead
        manual={manual}
        list={list}
        complete={shelf === 'all'}
        chooser={chooser}
        columns={shown}
        exported={{ ...asked.rows, shelf }}
        fileName={shelf}
      />
      {modules.error ? (
        <ErrorState
          title={t('library.modulesFailed')}
          message={modules.error.message}
          detail={requestIdOf(modules.error)}
          onRetry={() => void modules.refetch()}
        />
      ) : (
        <Table
          caption={caption}
          columns={shown.map((column) => ({ ...column, sortable: isSortKey(column.key) }))}
          rows={modules.data?.items}
          rowKey={(file) => file.id}
          sort={list.sort}
          onSort={list.setSort}
          stale={modules.isPlaceholderData}
          empty={asked.isFiltered ? <NoMatch text={list.filter('filter')} onClear={asked.clear} /> : empty}
        />
      )}
      {modules.data && modules.data.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={modules.data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Card>
  )
}

function isSortKey(column: string): boolean {
  return moduleSortKeys.some((key) => key === column)
}
