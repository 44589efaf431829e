import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Finding } from '@/api/types'
import { PagedTable } from '@/lib/PagedTable'
import type { PageControl } from '@/lib/Pages'
import { EmptyState } from '@/ui/EmptyState'
import type { Column } from '@/ui/Table'
import { SeverityChip } from './PackageChips'
import { type FindingPage, findings } from './queries'

interface FindingTableProps {
  id: string
  /** A group leaves out the column it is grouped by. */
  query: Omit<FindingPage, 'pageNumber' | 'pageSize'>
  list: PageControl
}

export function FindingTable({ id, query, list }: FindingTableProps) {
  const { t } = useTranslation()
  const rows = useQuery(findings(id, { ...query, pageNumber: list.page, pageSize: list.pageSize }))
  const columns = useFindingColumns(query)

  return (
    <PagedTable
      list={list}
      query={rows}
      failedTitle={t('imports.findings.failed')}
      caption={t('imports.board.findings')}
      columns={columns}
      rowKey={({ code, file, line, rule, message }) => `${code} ${file} ${line} ${rule} ${message}`}
      skeletonRows={3}
      empty={<NoFindings filtered={query.severity !== undefined || query.keyword !== undefined} />}
    />
  )
}

export function NoFindings({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={filtered ? 'search' : 'success'}
      title={t(filtered ? 'imports.findings.noMatchTitle' : 'imports.noFindings')}
      text={t(filtered ? 'imports.findings.noMatchText' : 'imports.findings.cleanText')}
    />
  )
}

const placeOf = ({ file, line }: Finding) => (line === undefined ? file : `${file}:${line}`)

function useFindingColumns({ code, file, wholePackage }: FindingTableProps['query']): Column<Finding>[] {
  const { t } = useTranslation()
  const columns: Column<Finding>[] = [
    { key: 'code', header: t('imports.findings.code'), cell: (finding) => <strong>{finding.code}</strong> },
    {
      key: 'severity',
      header: t('imports.findings.severity'),
      hideBelow: 'md',
      cell: ({ severity }) => <SeverityChip severity={severity} />,
    },
    {
      key: 'file',
      header: t('imports.findings.file'),
      hideBelow: 'md',
      cell: (finding) => (
        <span className="im-file">{finding.file || t('imports.findings.wholePackage')}</span>
      ),
    },
    {
      key: 'line',
      header: t('imports.findings.line'),
      align: 'end',
      hideBelow: 'md',
      cell: ({ line }) => line ?? t('imports.none'),
    },
    {
      key: 'message',
      header: t('imports.findings.message'),
      cell: (finding) => (
        <div className="im-finding">
          {/* Where the columns of their own have no room. */}
          <span className="im-file d-block d-md-none">{placeOf(finding)}</span>
          {finding.message}
          {finding.remedy !== '' && (
            <span className="af-hint d-block mt-0">
              {t('imports.findings.remedy')} {finding.remedy}
            </span>
          )}
        </div>
      ),
    },
  ]
  const grouped = [
    ...(code === undefined ? [] : ['code', 'severity']),
    ...(file === undefined && !wholePackage ? [] : ['file']),
    ...(wholePackage ? ['line'] : []),
  ]
  return columns.filter(({ key }) => !grouped.includes(key))
}
