import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditingRules } from '@/api/editing'
import { useMe } from '@/api/queries'
import type { File, Manual, Page } from '@/api/types'
import { can } from '@/lib/can'
import { BulkBar } from '@/lib/editing/BulkBar'
import { useChosenRows } from '@/lib/editing/useChosenRows'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { Card } from '@/ui/Card'
import { EditMenu } from '../editing/EditMenu'
import { useDeleteEntry, useEditEntries } from '../editing/useEditEntries'
import { useIsWorking } from '../useIsWorking'
import type { ExportedRows } from './ExportModules'
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
  const entriesOf = useEditEntries()
  const deleteEntry = useDeleteEntry()
  const me = useMe()
  const mayEdit = can.editContent(me, manual.path)
  const rules = useEditingRules(mayEdit)
  const { shown, chooser } = useModuleColumns(manual)
  const isWorking = useIsWorking()
  const rows = useChosenRows(modules.data?.items, rowKey, nameOf)
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
      <BulkBar me={me} rules={rules} files={rows.chosen} onClear={rows.clear} />
      <PagedTable
        list={list}
        query={modules}
        failedTitle={t('library.modulesFailed')}
        caption={caption}
        columns={shown.map((column) => ({ ...column, sortable: isSortKey(column.key) }))}
        rowKey={rowKey}
        {...(mayEdit && {
          choice: isWorking ? rows.choice : undefined,
          actionsHeader: t('library.column.actions'),
          rowActions: (file: File) => (
            <EditMenu name={nameOf(file)} entries={[...entriesOf(file), ...deleteEntry(file)]} />
          ),
        })}
        empty={asked.isFiltered ? <NoMatch text={list.filter('filter')} onClear={asked.clear} /> : empty}
      />
    </Card>
  )
}

const rowKey = ({ id }: File) => id
const nameOf = ({ title, code }: File) => title || code

function isSortKey(column: string): boolean {
  return moduleSortKeys.some((key) => key === column)
}
