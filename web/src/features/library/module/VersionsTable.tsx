import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FileVersion, Manual } from '@/api/types'
import { formatDate, formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import { type Column, Table } from '@/ui/Table'
import { versionText } from '../issue'
import { StatusChip } from '../StatusChip'
import { useManualLinks } from '../useManualLinks'

interface VersionsTableProps {
  manual: Manual
  query: UseQueryResult<FileVersion[]>
  /** The version whose data the page shows. */
  shown: string
}

/** All versions, newest first; each can be looked at. */
export function VersionsTable({ manual, query, shown }: VersionsTableProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const columns: Column<FileVersion>[] = [
    {
      key: 'issue',
      header: t('library.column.issue'),
      cell: (file) => (
        <span className="d-inline-flex flex-wrap gap-2 align-items-center">
          <a href={links.module(file.path, { v: file.versionId })}>{versionText(file)}</a>{' '}
          {file.versionId === shown && (
            <Chip tone="accent" icon="show">
              {t('library.module.shown')}
            </Chip>
          )}
        </span>
      ),
    },
    {
      key: 'issueDate',
      header: t('library.column.issueDate'),
      cell: (file) => file.issueDate && formatDate(file.issueDate),
    },
    {
      key: 'status',
      header: t('library.column.status'),
      hideBelow: 'md',
      cell: (file) => <StatusChip status={file.status} />,
    },
    {
      key: 'revisions',
      header: t('library.column.revisions'),
      hideBelow: 'md',
      cell: (file) => file.revisions.join(', '),
    },
    {
      key: 'origin',
      header: t('library.module.fact.origin'),
      hideBelow: 'xxl',
      cell: (file) => <TwoLines first={t(`library.origin.${file.origin}`)} second={file.why} />,
    },
    {
      key: 'createdOn',
      header: t('library.module.fact.createdOn'),
      hideBelow: 'xxl',
      cell: (file) => <TwoLines first={formatDateTime(file.createdOn)} second={file.createdBy} />,
    },
  ]
  // The older one stands at the left, so that what the newer one added is marked as added.
  const age = (id: string) => query.data?.findIndex(({ versionId }) => versionId === id) ?? -1
  const sidesOf = (other: string) => {
    const [v, newer] = age(other) > age(shown) ? [other, shown] : [shown, other]
    return { v, with: newer, part: 'compare' }
  }
  return (
    <Card flush>
      <QueryFrame query={query} failedTitle={t('library.module.versionsFailed')}>
        <Table
          caption={t('library.module.part.versions')}
          columns={columns}
          rows={query.data}
          rowKey={(file) => file.versionId}
          actionsHeader={t('library.column.actions')}
          rowActions={(file) =>
            file.versionId !== shown && (
              <LinkButton size="sm" icon="compare" href={links.module(file.path, sidesOf(file.versionId))}>
                {t('library.compare.action')}
              </LinkButton>
            )
          }
          empty={<EmptyState icon="clock" title={t('library.module.noVersions')} />}
        />
      </QueryFrame>
    </Card>
  )
}

function TwoLines({ first, second }: { first: string; second: string | undefined }) {
  return (
    <>
      {first}
      {second && <div className="af-hint text-break">{second}</div>}
    </>
  )
}
