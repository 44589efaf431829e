import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { waitingRevisionsQuery } from '@/api/revisions'
import type { WaitingRevision } from '@/api/types'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import type { Column } from '@/ui/Table'
import { RevisionAge, RevisionClock } from './RevisionClock'

// The list has one order: last delivered first.
const listDefaults = { sortKeys: ['createdOn'], sort: { key: 'createdOn', order: 'desc' } } as const

/** The OEM revisions that are pending: as many as the header counts. */
export function PendingTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const waiting = useQuery(waitingRevisionsQuery(list.pageRequest))
  return (
    <Card flush>
      <p className="af-hint m-3">{t('revisions.pending.text')}</p>
      <PagedTable
        list={list}
        query={waiting}
        failedTitle={t('revisions.pending.failed')}
        caption={t('revisions.pending.title')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="success"
            title={t('revisions.pending.none')}
            text={t('revisions.pending.noneText')}
            action={<LinkButton href={href(paths.import())}>{t('revisions.pending.toPackages')}</LinkButton>}
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
      cell: ({ manualName, csdbName, id, number, isNewest }) => (
        <>
          <a href={href(paths.revision(id))}>{t('revisions.name', { manual: manualName, number })}</a>
          <span className="d-block af-hint mt-0">{csdbName}</span>
          {!isNewest && (
            <Chip tone="neutral" icon="info">
              {t('revisions.pending.laterOne')}
            </Chip>
          )}
        </>
      ),
    },
    {
      key: 'due',
      header: t('revisions.pending.due'),
      cell: ({ dueOn, createdOn }) => (
        <>
          <RevisionClock dueOn={dueOn} />
          <RevisionAge since={createdOn} />
        </>
      ),
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
      header: t('revisions.pending.package'),
      hideBelow: 'lg',
      cell: ({ packageId, packageName }) =>
        packageId ? (
          <a className="text-break" href={href(paths.import({ package: packageId }))}>
            {packageName}
          </a>
        ) : (
          t('revisions.pending.packageGone')
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
