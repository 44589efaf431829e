import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { containedQuery, modulesQuery } from '@/api/library'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { File, Manual } from '@/api/types'
import { useExistingPage, useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Skeleton } from '@/ui/Skeleton'
import { type Column, Table } from '@/ui/Table'
import { issueOrDate } from '../issue'
import { ModuleName } from '../ModuleName'
import { StatusChip } from '../StatusChip'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'

const listDefaults = { sortKeys: [], sort: { key: 'code', order: 'asc' } } as const

/** The containers of a manual, each with the alternates it chooses from. */
export function ContainersTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const me = useMe()
  const reading = useReading()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const containers = useQuery(
    modulesQuery({
      manualPath: manual.path,
      ...reading,
      contentType: 'container',
      pageNumber: list.page,
      pageSize: list.pageSize,
    }),
  )
  useExistingPage(list, containers)
  if (containers.error) {
    return (
      <ErrorState
        title={t('library.modulesFailed')}
        message={containers.error.message}
        detail={requestIdOf(containers.error)}
        onRetry={() => void containers.refetch()}
      />
    )
  }
  if (!containers.data) return <Skeleton lines={8} />
  if (containers.data.total === 0) {
    return (
      <Card>
        <EmptyState icon="container" title={t('library.noContainers')} text={t('library.noContainersText')} />
      </Card>
    )
  }
  return (
    <>
      <div className="li-containers">
        {containers.data.items.map((file) => (
          <Container key={file.id} manual={manual} file={file} />
        ))}
      </div>
      <Pagination
        page={list.page}
        pageSize={list.pageSize}
        total={containers.data.total}
        onPage={list.setPage}
        onPageSize={list.setPageSize}
      />
    </>
  )
}

function Container({ manual, file }: { manual: Manual; file: File }) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const alternates = useQuery(containedQuery(file.path, useReading()))
  const columns: Column<File>[] = [
    {
      key: 'title',
      header: t('library.column.title'),
      cell: (each) => <ModuleName title={each.title} code={each.code} href={links.module(each.path)} />,
    },
    { key: 'issue', header: t('library.column.issue'), hideBelow: 'md', cell: issueOrDate },
    {
      key: 'status',
      header: t('library.column.status'),
      cell: ({ status }) => <StatusChip status={status} />,
    },
  ]
  return (
    <Card flush title={file.title || file.code}>
      <p className="px-3 pt-2 mb-2">
        <a href={links.module(file.path)}>{t('library.container')}</a> <Code>{file.code}</Code>
      </p>
      {alternates.error ? (
        <ErrorState
          title={t('library.modulesFailed')}
          message={alternates.error.message}
          onRetry={() => void alternates.refetch()}
        />
      ) : (
        <Table
          caption={t('library.alternatesOf', { name: file.title || file.code })}
          columns={columns}
          rows={alternates.data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={<EmptyState icon="module" title={t('library.noModules')} />}
        />
      )}
    </Card>
  )
}
