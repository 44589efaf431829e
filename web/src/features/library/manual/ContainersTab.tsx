import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { containedQuery, modulesQuery } from '@/api/library'
import type { File, Manual } from '@/api/types'
import { NoMatch } from '@/lib/NoMatch'
import { Pages } from '@/lib/Pages'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Code } from '@/ui/Code'
import { EmptyState } from '@/ui/EmptyState'
import { Skeleton } from '@/ui/Skeleton'
import { type Column, Table } from '@/ui/Table'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { ModuleListHead } from './ModuleListHead'
import { useModuleColumns } from './useModuleColumns'
import { useModuleList } from './useModuleList'

/** The containers of a manual, each with the alternates it chooses from. */
export function ContainersTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const { list, ...asked } = useModuleList(manual)
  const { shown, chooser } = useModuleColumns(manual)
  const rows = { ...asked.rows, contentType: 'container' }
  const containers = useQuery(modulesQuery({ ...rows, ...asked.page }))
  return (
    <>
      <Card flush>
        <ModuleListHead
          manual={manual}
          list={list}
          oneType
          chooser={chooser}
          columns={shown}
          exported={{ ...rows, shelf: 'all' }}
          fileName="containers"
        />
        <QueryFrame query={containers} failedTitle={t('library.modulesFailed')}>
          {containers.data?.total !== 0 ? null : asked.isFiltered ? (
            <NoMatch text={list.filter('filter')} onClear={asked.clear} />
          ) : (
            <EmptyState
              icon="container"
              title={t('library.noContainers')}
              text={t('library.noContainersText')}
            />
          )}
        </QueryFrame>
      </Card>
      {containers.isPending && <Skeleton lines={8} />}
      {containers.data && containers.data.total > 0 && !containers.error && (
        <div className="li-containers">
          {containers.data.items.map((file) => (
            <Container key={file.id} manual={manual} file={file} columns={shown} />
          ))}
        </div>
      )}
      <Pages list={list} query={containers} />
    </>
  )
}

interface ContainerProps {
  manual: Manual
  file: File
  /** The columns of the alternates. */
  columns: readonly Column<File>[]
}

function Container({ manual, file, columns }: ContainerProps) {
  const { t } = useTranslation()
  const links = useManualLinks(manual)
  const alternates = useQuery(containedQuery(file.path, useReading()))
  return (
    <Card flush title={file.title || file.code}>
      <p className="px-3 pt-2 mb-2">
        <a className="me-1" href={links.module(file.path)}>
          {t('library.container')}
        </a>{' '}
        <Code>{file.code}</Code>
      </p>
      <QueryFrame query={alternates} failedTitle={t('library.modulesFailed')}>
        <Table
          caption={t('library.alternatesOf', { name: file.title || file.code })}
          columns={columns}
          rows={alternates.data}
          rowKey={({ id }) => id}
          skeletonRows={2}
          empty={<EmptyState icon="module" title={t('library.noModules')} />}
        />
      </QueryFrame>
    </Card>
  )
}
