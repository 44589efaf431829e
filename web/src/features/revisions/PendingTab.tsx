import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { waitingRevisionsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { WaitingRevision } from '@/api/types'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import type { Column } from '@/ui/Table'

// The list has one order: last delivered first.
const listDefaults = { sortKeys: ['createdOn'], sort: { key: 'createdOn', order: 'desc' } } as const

/** The OEM revisions that wait for a decision: as many as the header counts. */
export function UpdatesTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const waiting = useQuery(waitingRevisionsQuery(list.pageRequest))
  const columns = useColumns()

  return (
    <Card flush>
      <p className="af-hint m-3">{t('library.updates.text')}</p>
      <PagedTable
        list={list}
        query={waiting}
        failedTitle={t('library.updates.failed')}
        caption={t('library.updates.title')}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="success"
            title={t('library.updates.none')}
            text={t('library.updates.noneText')}
            action={<LinkButton href={href(paths.import())}>{t('library.updates.toPackages')}</LinkButton>}
          />
        }
      />
    </Card>
  )
}

function useColumns(): Column<WaitingRevision>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'manual',
      header: t('library.column.manual'),
      cell: ({ csdbName, manualName, id, number }) => (
        <a href={href(paths.manual(csdbName, manualName, { revision: id }))}>
          {t('library.updates.revisionOf', { manual: manualName, number })}
        </a>
      ),
    },
    {
      key: 'database',
      header: t('library.column.database'),
      cell: ({ csdbName }) => <a href={href(paths.database(csdbName))}>{csdbName}</a>,
    },
    {
      key: 'issue',
      header: t('library.column.issue'),
      hideBelow: 'md',
      cell: ({ issueNumber, issueDate }) =>
        [issueNumber, issueDate && formatDate(issueDate)].filter(Boolean).join(' · '),
    },
    {
      key: 'package',
      header: t('library.updates.package'),
      hideBelow: 'md',
      cell: ({ packageId, packageName }) =>
        packageId ? (
          <a className="text-break" href={href(paths.import({ package: packageId }))}>
            {packageName}
          </a>
        ) : (
          t('library.updates.packageGone')
        ),
    },
    {
      key: 'modules',
      header: t('library.column.modules'),
      align: 'end',
      hideBelow: 'lg',
      cell: ({ moduleCount }) => formatNumber(moduleCount),
    },
    {
      key: 'createdOn',
      header: t('library.column.importedOn'),
      hideBelow: 'lg',
      cell: ({ createdOn, createdBy }) => (
        <>
          <span className="text-nowrap">{formatDateTime(createdOn)}</span>
          <span className="d-block af-hint mt-0">{createdBy}</span>
        </>
      ),
    },
  ]
}
