import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportReaders, readersQuery } from '@/api/publicationReaders'
import type { OpenPublication, PublicationDownload, PublicationReader } from '@/api/types'
import { ExportMenu } from '@/lib/ExportMenu'
import { formatDateTime, formatNumber } from '@/lib/format'
import { Pages } from '@/lib/Pages'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { Field } from '@/ui/Field'
import { Notice } from '@/ui/Notice'
import { Select } from '@/ui/Select'
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

/** Rows of one page: a fleet has thousands of readers. */
const pageSize = 20

/** One page of rows that the browser has all of. */
function usePage<Row>(all: readonly Row[]) {
  const [page, setPage] = useState(1)
  const rows = all.slice((page - 1) * pageSize, page * pageSize)
  return { rows, pages: { list: { page, pageSize, setPage }, query: { data: { total: all.length } } } }
}

type ReaderState = 'acknowledged' | 'open' | 'left' | 'unasked'

const readerStates: readonly ReaderState[] = ['open', 'acknowledged', 'left', 'unasked']

function stateOf({ acknowledgedOn, isOpen, hasLeft }: PublicationReader['marks']): ReaderState {
  if (acknowledgedOn) return 'acknowledged'
  if (isOpen) return 'open'
  return hasLeft ? 'left' : 'unasked'
}

function Readers({ readers }: { readers: PublicationReader[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState('')
  const found = readers.filter(({ marks }) => shown === '' || stateOf(marks) === shown)
  const { rows, pages } = usePage(found)
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
  if (readers.length === 0) return <EmptyState icon="people" title={t('publications.readers.none')} />
  const count = (is: (marks: PublicationReader['marks']) => boolean) =>
    formatNumber(readers.filter(({ marks }) => is(marks)).length)
  return (
    <>
      <div className="d-flex flex-wrap align-items-end gap-3 mx-3 mb-3">
        <Select
          label={t('publications.readers.show')}
          value={shown}
          options={[
            { value: '', label: t('publications.readers.everybody') },
            ...readerStates.map((value) => ({ value, label: t(`publications.readers.state.${value}`) })),
          ]}
          onChange={({ target }) => {
            setShown(target.value)
            pages.list.setPage(1)
          }}
        />
        <p className="mb-0">
          {t('publications.readers.summary', {
            acknowledged: count((marks) => stateOf(marks) === 'acknowledged'),
            asked: count((marks) => ['acknowledged', 'open'].includes(stateOf(marks))),
            read: count(({ readOn }) => readOn !== undefined),
            downloaded: count(({ downloadedOn }) => downloadedOn !== undefined),
          })}
        </p>
      </div>
      <Table
        caption={t('publications.readers.title')}
        rows={rows}
        columns={columns}
        rowKey={({ account }) => account}
        empty={<EmptyState icon="people" title={t('publications.readers.noneShown')} />}
      />
      <Pages {...pages} label={t('publications.readers.title')} />
    </>
  )
}

const looks = {
  acknowledged: { tone: 'success', icon: 'success' },
  open: { tone: 'warning', icon: 'clock' },
  left: { tone: 'neutral', icon: 'info' },
  unasked: { tone: 'neutral', icon: 'info' },
} as const

function ReaderChip({ marks }: { marks: PublicationReader['marks'] }) {
  const { t } = useTranslation()
  const state = stateOf(marks)
  return <Chip {...looks[state]}>{t(`publications.readers.state.${state}`)}</Chip>
}

function Downloads({ downloads }: { downloads: PublicationDownload[] }) {
  const { t } = useTranslation()
  const { rows, pages } = usePage(downloads)
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
    {
      key: 'first',
      header: t('publications.readers.firstOn'),
      hideBelow: 'md',
      cell: ({ firstOn }) => moment(firstOn),
    },
    { key: 'last', header: t('publications.readers.lastOn'), cell: ({ lastOn }) => moment(lastOn) },
  ]
  return (
    <>
      <h3 className="h6 mx-3 mt-3">{t('publications.readers.downloads')}</h3>
      <Table
        caption={t('publications.readers.downloads')}
        rows={rows}
        columns={columns}
        rowKey={({ account, fileName }) => `${account}/${fileName}`}
        empty={null}
      />
      <Pages {...pages} label={t('publications.readers.downloads')} />
    </>
  )
}
