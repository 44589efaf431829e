import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { systemsOfManualQuery, useContentTypes } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import type { File, Manual, ManualSystem, Page } from '@/api/types'
import { formatBytes, formatDate } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { contentTypeName } from '@/lib/library/contentTypes'
import { NoMatch } from '@/lib/NoMatch'
import { shortLanguageName } from '@/lib/regions'
import { type ListState, useExistingPage } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { Table } from '@/ui/Table'
import { issueOrDate } from '../issue'
import { ModuleName } from '../ModuleName'
import { StatusChip } from '../StatusChip'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { type ExportedRows, ExportMenu } from './ExportMenu'
import { systemName } from './systemName'
import { type ChoosableColumn, useChosenColumns } from './useChosenColumns'

interface ModuleTableProps {
  manual: Manual
  caption: string
  list: ListState<string>
  modules: UseQueryResult<Page<File>>
  /** Beside the search. */
  filters?: ReactNode
  /** The names of all filters, to take them away together. */
  filterNames: readonly string[]
  sortable?: readonly string[]
  /** What the list asks the server for; the same rows are exported. */
  exported: ExportedRows
  empty: ReactNode
}

/** Modules of a manual as rows that lead to their details. */
export function ModuleTable(props: ModuleTableProps) {
  const { manual, caption, list, modules, filters, filterNames, sortable = [], exported, empty } = props
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const types = useContentTypes(currentLanguage())
  const systems = useQuery(systemsOfManualQuery(manual.path, useReading(), currentLanguage())).data ?? []
  const search = useTypedFilter(list.filter('filter'), (text) => list.setFilter('filter', text))
  useExistingPage(list, modules)
  const isFiltered = filterNames.some((name) => list.filter(name) !== '')
  const all: ChoosableColumn[] = [
    {
      key: 'title',
      header: t('library.column.title'),
      cell: (file) => <ModuleName title={file.title} code={file.code} href={links.module(file.path)} />,
    },
    {
      key: 'system',
      header: t('library.column.system'),
      hideBelow: 'never',
      cell: ({ code }) => systemOf(code, systems),
    },
    {
      key: 'contentType',
      header: t('library.column.contentType'),
      hideBelow: 'xxl',
      cell: (file) => contentTypeName(t, types, file.contentType),
    },
    {
      key: 'issue',
      header: t('library.column.issue'),
      hideBelow: 'lg',
      cell: (file) => <span className="text-nowrap">{issueOrDate(file)}</span>,
    },
    {
      key: 'issueDate',
      header: t('library.column.issueDate'),
      hideBelow: 'wide',
      cell: (file) => file.issueDate && formatDate(file.issueDate),
    },
    {
      key: 'language',
      header: t('library.column.language'),
      hideBelow: 'xxl',
      cell: (file) =>
        file.language && (
          <span className="text-nowrap">{shortLanguageName(file.language, currentLanguage())}</span>
        ),
    },
    {
      key: 'infoCode',
      header: t('library.module.fact.infoCode'),
      hideBelow: 'never',
      cell: (file) => file.infoCode && <Code>{file.infoCode}</Code>,
    },
    {
      key: 'origin',
      header: t('library.module.fact.origin'),
      hideBelow: 'never',
      cell: (file) => t(`library.origin.${file.origin}`),
    },
    {
      key: 'size',
      header: t('library.module.fact.size'),
      align: 'end',
      hideBelow: 'never',
      cell: (file) => formatBytes(file.size),
    },
    {
      key: 'status',
      header: t('library.column.status'),
      cell: (file) => <StatusChip status={file.status} />,
    },
  ]
  const { shown, chooser } = useChosenColumns(all)
  const columns = shown.map((column) => ({ ...column, sortable: sortable.includes(column.key) }))
  return (
    <Card flush>
      <div className="li-filters p-3">
        <SearchField
          label={t('library.searchModules')}
          placeholder={t('library.searchModules')}
          value={search.text}
          onChange={search.type}
          onSearch={search.applyNow}
        />
        {filters}
        <span className="li-list-tools">
          {chooser}
          <ExportMenu name={manual.name} rows={exported} columns={columns.map(({ key }) => key)} />
        </span>
      </div>
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
          columns={columns}
          rows={modules.data?.items}
          rowKey={(file) => file.id}
          sort={list.sort}
          onSort={list.setSort}
          stale={modules.isPlaceholderData}
          empty={
            isFiltered ? (
              <NoMatch text={list.filter('filter')} onClear={() => list.clearFilters(filterNames)} />
            ) : (
              empty
            )
          }
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

/** The system a code belongs to: `21 Air conditioning`. */
function systemOf(code: string, systems: readonly ManualSystem[]): string {
  const system = /^DMC-[^-]+-[^-]+-([0-9A-Z]{2,3})-/.exec(code)?.[1] ?? ''
  const known = systems.find((each) => each.code === system)
  return known ? systemName(known) : system
}
