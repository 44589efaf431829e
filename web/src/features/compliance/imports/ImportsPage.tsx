import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useMe } from '@/api/queries'
import { regulationImportsQuery } from '@/api/regulations'
import type { RegulationImport } from '@/api/types'
import { can } from '@/lib/can'
import { formatBytes, formatDateTime } from '@/lib/format'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import type { Column } from '@/ui/Table'
import { ImportReport } from './ImportReport'
import { ImportStateChip } from './ImportStateChip'
import { UploadCard } from './UploadCard'
import '../compliance.css'

const listDefaults = { sortKeys: ['createdOn'], sort: { key: 'createdOn', order: 'desc' } } as const

/** The files of regulations, or the report on one of them. */
export function ImportsPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const mayImport = can.editCompliance(useMe())
  const id = params.get('import')
  if (!mayImport) {
    return (
      <>
        <PageHead title={t('regulations.title')} purpose={t('regulations.purpose')} />
        <EmptyState icon="lock" title={t('regulations.closed')} text={t('regulations.closedText')} />
      </>
    )
  }
  return id ? <ImportReport key={id} id={id} /> : <ImportList collection={params.get('collection') ?? ''} />
}

function ImportList({ collection }: { collection: string }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const query = useQuery(regulationImportsQuery(list.pageRequest))
  return (
    <>
      <PageHead title={t('regulations.title')} purpose={t('regulations.purpose')} />
      <div className="cpl-stack">
        <UploadCard collection={collection} />
        <Card title={t('regulations.files')} flush>
          <PagedTable
            list={{ ...list, sort: undefined, setSort: undefined }}
            query={query}
            failedTitle={t('regulations.filesFailed')}
            caption={t('regulations.files')}
            columns={useImportColumns()}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon="import"
                title={t('regulations.noFiles')}
                text={t('regulations.noFilesText')}
              />
            }
          />
        </Card>
      </div>
    </>
  )
}

function useImportColumns(): Column<RegulationImport>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'fileName',
      header: t('regulations.column.file'),
      cell: ({ id, fileName, size }) => (
        <>
          <a className="text-break" href={href(paths.complianceImport({ import: id }))}>
            {fileName}
          </a>
          <span className="af-hint d-block mt-0">{formatBytes(size)}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: t('regulations.column.state'),
      cell: ({ state }) => <ImportStateChip state={state} />,
    },
    {
      key: 'collection',
      header: t('regulations.column.collection'),
      hideBelow: 'md',
      cell: ({ collectionName }) => collectionName || t('regulations.newCollection'),
    },
    {
      key: 'format',
      header: t('regulations.column.format'),
      hideBelow: 'lg',
      cell: ({ format }) => format && t(`regulations.format.${format}`),
    },
    {
      key: 'createdOn',
      header: t('regulations.column.uploaded'),
      hideBelow: 'lg',
      cell: ({ createdBy, createdOn }) => (
        <>
          <time dateTime={createdOn}>{formatDateTime(createdOn)}</time>
          <span className="af-hint d-block mt-0">{createdBy}</span>
        </>
      ),
    },
  ]
}
