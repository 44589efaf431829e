import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import type { Finding } from '@/api/types'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { type Column, Table } from '@/ui/Table'
import { SeverityChip } from './PackageChips'
import { type FindingPage, findings } from './queries'

interface FindingTableProps {
  id: string
  /** A group leaves out the column it is grouped by. */
  query: Omit<FindingPage, 'pageNumber' | 'pageSize'>
  page: number
  pageSize: number
  onPage: (page: number) => void
  onPageSize?: (size: number) => void
}

export function FindingTable({ id, query, page, pageSize, onPage, onPageSize }: FindingTableProps) {
  const { t } = useTranslation()
  const rows = useQuery(findings(id, { ...query, pageNumber: page, pageSize }))
  const columns = useFindingColumns(query)
  if (rows.error) {
    return (
      <ErrorState
        title={t('imports.findings.failed')}
        message={rows.error.message}
        detail={requestIdOf(rows.error)}
        onRetry={() => void rows.refetch()}
      />
    )
  }
  return (
    <>
      <Table
        caption={t('imports.board.findings')}
        columns={columns}
        rows={rows.data?.items}
        rowKey={({ code, file, line, rule, message }) => `${code} ${file} ${line} ${rule} ${message}`}
        stale={rows.isPlaceholderData}
        skeletonRows={3}
        empty={<NoFindings filtered={query.severity !== undefined || query.keyword !== undefined} />}
      />
      {rows.data && (rows.data.total > pageSize || onPageSize) && rows.data.total > 0 && (
        <Pagination
          page={page}
          pageSize={pageSize}
          total={rows.data.total}
          onPage={onPage}
          onPageSize={onPageSize}
        />
      )}
    </>
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
