import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportReaders, readersQuery } from '@/api/publicationReaders'
import type { OpenPublication, PublicationDownload, PublicationReader } from '@/api/types'
import { ExportMenu } from '@/lib/ExportMenu'
import { formatDateTime, formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { Field } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { type Column, Table } from '@/ui/Table'
import { DistributionDialog } from './DistributionDialog'
import { endOfDay } from './endOfDay'

/** Who gets the publication, who has read, acknowledged and downloaded it, at any date. */
export function ReadersCard({ open: { publication, mayDistribute } }: { open: OpenPublication }) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [editing, setEditing] = useState(false)
  const at = endOfDay(day)
  const query = useQuery(readersQuery(publication.id, at))
  const name = `${publication.manualName}-${publication.number}-readers`
  return (
    <Card title={t('publications.readers.title')} flush>
      <div className="d-flex flex-wrap align-items-end gap-2 m-3">
        <Field
          type="date"
          label={t('publications.readers.at')}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <ExportMenu onExport={(format) => exportReaders(publication.id, name, at, format)} />
        {mayDistribute && (
          <Button icon="people" onClick={() => setEditing(true)}>
            {t('publications.readers.distribution')}
          </Button>
        )}
      </div>
      <QueryFrame query={query} failedTitle={t('publications.readers.failed')}>
        {({ readers, downloads, isCut }) => (
          <>
            {isCut && (
              <div className="m-3">
                <Notice tone="warning" title={t('publications.readers.cut')} />
              </div>
            )}
            <Readers readers={readers} />
            {downloads.length > 0 && <Downloads downloads={downloads} />}
          </>
        )}
      </QueryFrame>
      {editing && (
        <DistributionDialog manualPath={publication.manualPath} onClose={() => setEditing(false)} />
      )}
    </Card>
  )
}

const moment = (on: string | undefined) => (on === undefined ? '' : formatDateTime(on))
const personOf = ({ account, name }: { account: string; name: string }) =>
  name === '' ? account : `${name} (${account})`

function Readers({ readers }: { readers: PublicationReader[] }) {
  const { t } = useTranslation()
  const columns: Column<PublicationReader>[] = [
    { key: 'person', header: t('publications.readers.person'), cell: personOf },
    {
      key: 'state',
      header: t('publications.stateHeader'),
      cell: ({ marks }) => <ReaderChip marks={marks} />,
    },
    {
      key: 'acknowledged',
      header: t('publications.readers.acknowledgedOn'),
      cell: ({ marks }) => moment(marks.acknowledgedOn),
    },
    {
      key: 'read',
      header: t('publications.readers.readOn'),
      hideBelow: 'md',
      cell: ({ marks }) => moment(marks.readOn),
    },
    {
      key: 'downloaded',
      header: t('publications.readers.downloadedOn'),
      hideBelow: 'md',
      cell: ({ marks }) => moment(marks.downloadedOn),
    },
  ]
  return (
    <Table
      caption={t('publications.readers.title')}
      rows={readers}
      columns={columns}
      rowKey={({ account }) => account}
      empty={<EmptyState icon="people" title={t('publications.readers.none')} />}
    />
  )
}

function ReaderChip({ marks }: { marks: PublicationReader['marks'] }) {
  const { t } = useTranslation()
  if (marks.acknowledgedOn) {
    return (
      <Chip tone="success" icon="success">
        {t('publications.readers.state.acknowledged')}
      </Chip>
    )
  }
  return marks.isOpen ? (
    <Chip tone="warning" icon="clock">
      {t('publications.readers.state.open')}
    </Chip>
  ) : (
    <Chip tone="neutral" icon="info">
      {marks.hasLeft ? t('publications.readers.state.left') : t('publications.readers.state.unasked')}
    </Chip>
  )
}

function Downloads({ downloads }: { downloads: PublicationDownload[] }) {
  const { t } = useTranslation()
  const columns: Column<PublicationDownload>[] = [
    { key: 'person', header: t('publications.readers.person'), cell: personOf },
    {
      key: 'file',
      header: t('publications.file'),
      cell: ({ fileName }) => <span className="text-break">{fileName}</span>,
    },
    {
      key: 'times',
      header: t('publications.readers.times'),
      align: 'end',
      cell: ({ times }) => (times === undefined ? '' : formatNumber(times)),
    },
    { key: 'first', header: t('publications.readers.firstOn'), cell: ({ firstOn }) => moment(firstOn) },
    { key: 'last', header: t('publications.readers.lastOn'), cell: ({ lastOn }) => moment(lastOn) },
  ]
  return (
    <Table
      caption={t('publications.readers.downloads')}
      rows={downloads}
      columns={columns}
      rowKey={({ account, fileName }) => `${account}/${fileName}`}
      empty={null}
    />
  )
}
