import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { System } from '@/api/types'
import { formatBytes, formatDateTime, formatNumber } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { DescriptionList } from '@/ui/DescriptionList'
import { Skeleton } from '@/ui/Skeleton'
import { systemQuery } from './queries'
import { SearchIndexCard } from './SearchIndexCard'
import { UnusedContentCard } from './UnusedContentCard'
import { UpTime } from './UpTime'
import { WebhooksCard } from './WebhooksCard'

export function SystemTab() {
  const { t } = useTranslation()
  const system = useQuery(systemQuery)
  const { data, refetch, isFetching } = system
  const size = (bytes: number | undefined) =>
    bytes === undefined ? t('admin.system.unknown') : formatBytes(bytes)
  const spaceOf = (space: System['storage']) =>
    space === undefined
      ? t('admin.system.unknown')
      : t('admin.system.spaceOf', {
          free: formatBytes(space.freeBytes),
          total: formatBytes(space.totalBytes),
        })
  const program = data && [
    { term: t('admin.system.version'), value: <Code>{data.version}</Code> },
    { term: t('admin.system.web'), value: <Code>{data.web}</Code> },
    { term: t('admin.system.commit'), value: <Code>{data.commit}</Code> },
    { term: t('admin.system.node'), value: <Code>{data.node}</Code> },
    { term: t('admin.system.startedOn'), value: formatDateTime(data.startedOn) },
    { term: t('admin.system.upTime'), value: <UpTime since={data.startedOn} /> },
    { term: t('admin.system.memory'), value: size(data.memoryBytes) },
  ]
  const storage = data && [
    { term: t('admin.system.database'), value: t(`admin.system.databases.${data.database}`) },
    { term: t('admin.system.databaseSize'), value: size(data.databaseSizeBytes) },
    { term: t('admin.system.migration'), value: <Code>{data.migration}</Code> },
    { term: t('admin.system.blobs'), value: t(`admin.system.blobStores.${data.blobs}`) },
    { term: t('admin.system.freeSpace'), value: spaceOf(data.storage) },
  ]
  const people = data && [
    { term: t('admin.system.users'), value: formatNumber(data.users) },
    { term: t('admin.system.sessions'), value: formatNumber(data.activeSessions) },
  ]
  return (
    <QueryFrame query={system} failedTitle={t('admin.system.failed')}>
      <div className="d-flex flex-wrap align-items-center justify-content-between gap-2 mb-3">
        <p className="af-hint m-0">{t('admin.system.purpose')}</p>
        <Button icon="reload" busy={isFetching} onClick={() => void refetch()}>
          {t('admin.system.refresh')}
        </Button>
      </div>
      <div className="ad-cards mb-3">
        <Facts title={t('admin.system.program')} items={program} />
        <Facts title={t('admin.system.storage')} items={storage} />
        <SearchIndexCard />
        <UnusedContentCard />
        <Facts title={t('admin.system.people')} items={people} />
      </div>
      <WebhooksCard />
    </QueryFrame>
  )
}

interface FactsProps {
  title: string
  items: { term: string; value: ReactNode }[] | undefined
}

function Facts({ title, items }: FactsProps) {
  return <Card title={title}>{items ? <DescriptionList items={items} /> : <Skeleton lines={4} />}</Card>
}
