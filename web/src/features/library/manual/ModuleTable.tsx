import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { File, Manual, Page } from '@/api/types'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { Card } from '@/ui/Card'
import type { ExportedRows } from './ExportMenu'
import { ModuleListHead } from './ModuleListHead'
import { useModuleColumns } from './useModuleColumns'
import { type ModuleList, moduleSortKeys } from './useModuleList'

interface ModuleTableProps {
  manual: Manual
  caption: string
  asked: ModuleList
  modules: UseQueryResult<Page<File>>
  shelf: ExportedRows['shelf']
  empty: ReactNode
}

/** Modules of a manual as rows that lead to their details. */
export function ModuleTable({ manual, caption, asked, modules, shelf, empty }: ModuleTableProps) {
  const { t } = useTranslation()
  const { list } = asked
  const { shown, chooser } = useModuleColumns(manual)
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
      <PagedTable
        list={list}
        query={modules}
        failedTitle={t('library.modulesFailed')}
        caption={caption}
        columns={shown.map((column) => ({ ...column, sortable: isSortKey(column.key) }))}
        rowKey={(file) => file.id}
        empty={asked.isFiltered ? <NoMatch text={list.filter('filter')} onClear={asked.clear} /> : empty}
      />
    </Card>
  )
}

function isSortKey(column: string): boolean {
  return moduleSortKeys.some((key) => key === column)
}
