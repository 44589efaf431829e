import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statusEventsQuery } from '@/api/editing'
import { saveVersion } from '@/api/library'
import { itemGuardQuery } from '@/api/melGuard'
import { useMe } from '@/api/queries'
import type { FileVersion, Manual } from '@/api/types'
import { can } from '@/lib/can'
import { isEditable } from '@/lib/editing/editEntries'
import { formatBytes, formatDate, formatDateTime } from '@/lib/format'
import { versionText } from '@/lib/library/issue'
import { isMelItem } from '@/lib/library/melItem'
import { StatusChip } from '@/lib/library/StatusChip'
import { href, paths } from '@/lib/paths'
import { QueryFrame, type QueryResult } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { LinkButton } from '@/ui/LinkButton'
import { type Column, Table } from '@/ui/Table'
import { useManualLinks } from '../useManualLinks'
import { RestoreDialog } from './RestoreDialog'

interface VersionsTableProps {
  manual: Manual
  query: QueryResult<FileVersion[]>
  /** The version whose data the page shows. */
  shown: string
  /** The version that is worked on. */
  current: string | undefined
}

/** All versions, newest first; each can be looked at. */
export function VersionsTable({ manual, query, shown, current }: VersionsTableProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const first = query.data?.[0]
  const path = first?.path
  const events = useQuery({ ...statusEventsQuery(path ?? ''), enabled: path !== undefined }).data
  const isItem = first !== undefined && isMelItem(first)
  const overrides = useQuery({ ...itemGuardQuery(path ?? ''), enabled: isItem }).data?.overrides
  const mayRestore = can.editContent(useMe(), manual.path)
  const [restored, setRestored] = useState<FileVersion>()
  const parentsOf = ({ basedOn }: FileVersion) => {
    const parents = query.data?.filter(({ versionId }) => basedOn.includes(versionId)) ?? []
    return parents.map(versionText).join(', ')
  }
  const columns: Column<FileVersion>[] = [
    {
      key: 'issue',
      header: t('library.column.issue'),
      cell: (file) => (
        <>
          <span className="d-inline-flex flex-wrap gap-2 align-items-center">
            <a href={links.module(file.path, { v: file.versionId })}>{versionText(file)}</a>{' '}
            {file.versionId === shown && (
              <Chip tone="accent" icon="show">
                {t('library.module.shown')}
              </Chip>
            )}
          </span>
          {file.changeRequest && (
            <div className="af-hint text-nowrap">
              <a href={href(paths.changeRequest(file.changeRequest.id))}>
                {t('changeRequests.numbered', { number: file.changeRequest.number })}
              </a>
            </div>
          )}
          {parentsOf(file) && (
            <div className="af-hint text-nowrap">
              {t('library.module.basedOn', { version: parentsOf(file) })}
            </div>
          )}
        </>
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
      cell: (file) => (
        <>
          <StatusChip status={file.status} />
          {events
            ?.filter(({ version }) => version === file.versionId)
            .map((event) => (
              <div key={event.on} className="af-hint text-break">
                {t('library.module.statusEvent', {
                  status: t(`library.status.${event.after}`),
                  by: event.by,
                  on: formatDateTime(event.on),
                })}
                {event.why && `: ${event.why}`}
              </div>
            ))}
          {overrides
            ?.filter(({ version }) => version === file.versionId)
            .map(({ masterVersions, approvedBy, approvedOn, reason }) => (
              <div key={masterVersions.join(' ')} className="af-hint text-break">
                {t('library.mel.overridden', { by: approvedBy, on: formatDateTime(approvedOn), reason })}
              </div>
            ))}
        </>
      ),
    },
    {
      key: 'revisions',
      header: t('library.column.revisions'),
      hideBelow: 'md',
      cell: (file) => file.revisions.join(', '),
    },
    {
      key: 'createdOn',
      header: t('library.module.fact.createdOn'),
      hideBelow: 'lg',
      cell: (file) => <Lines texts={[formatDateTime(file.createdOn), file.createdBy, file.why]} />,
    },
    {
      key: 'origin',
      header: t('library.module.fact.origin'),
      hideBelow: 'xl',
      cell: (file) => <Lines texts={[t(`library.origin.${file.origin}`), formatBytes(file.size)]} />,
    },
  ]
  // The older one stands at the left, so that what the newer one added is marked as added.
  const age = (id: string) => query.data?.findIndex(({ versionId }) => versionId === id) ?? -1
  const sidesOf = (other: string) => {
    const [v, newer] = age(other) > age(shown) ? [other, shown] : [shown, other]
    return { v, with: newer, part: 'compare' }
  }
  return (
    <Card
      title={t('library.module.part.versions')}
      actions={
        path &&
        manual.lanes.oem && (
          <LinkButton
            size="sm"
            icon="compare"
            href={links.module(path, { part: 'compare', v: 'oem', with: 'working' })}
          >
            {t('library.compare.oemAndWorking')}
          </LinkButton>
        )
      }
      flush
    >
      <QueryFrame query={query} failedTitle={t('library.module.versionsFailed')}>
        <Table
          caption={t('library.module.part.versions')}
          columns={columns}
          rows={query.data}
          rowKey={(file) => file.versionId}
          actionsHeader={t('library.column.actions')}
          rowActions={(file) => (
            <span className="d-inline-flex flex-wrap gap-2">
              {file.versionId !== shown && (
                <LinkButton size="sm" icon="compare" href={links.module(file.path, sidesOf(file.versionId))}>
                  {t('library.compare.action')}
                </LinkButton>
              )}
              <IconButton
                size="sm"
                icon="download"
                label={t('library.module.download', { version: versionText(file) })}
                onClick={() => void saveVersion(file).catch(showProblem)}
              />
              {mayRestore && isEditable(file) && file.versionId !== current && (
                <Button size="sm" icon="restore" onClick={() => setRestored(file)}>
                  {t('library.restore.action')}
                </Button>
              )}
            </span>
          )}
          empty={<EmptyState icon="clock" title={t('library.module.noVersions')} />}
        />
      </QueryFrame>
      {restored && <RestoreDialog version={restored} onClose={() => setRestored(undefined)} />}
    </Card>
  )
}

/** One text below the other; the first one matters most. */
function Lines({ texts: [first, ...others] }: { texts: (string | undefined)[] }) {
  return (
    <>
      {first}
      {others.filter(Boolean).map((text) => (
        <div key={text} className="af-hint text-break">
          {text}
        </div>
      ))}
    </>
  )
}
