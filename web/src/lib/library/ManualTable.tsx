import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Manual } from '@/api/types'
import { formatDateTime, formatNumber } from '@/lib/format'
import { LocalTable } from '@/lib/LocalTable'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'
import { FolderName } from './FolderName'
import { attribute, databaseOf, displayName, isTrue } from './folders'
import { RevisionText } from './RevisionText'

const sortValues = {
  name: displayName,
  database: databaseOf,
  type: (manual: Manual) => attribute(manual, 'manualType'),
  revision: (manual: Manual) => workingRevision(manual)?.number ?? 0,
  modules: (manual: Manual) => manual.moduleCount,
  updatedOn: (manual: Manual) => manual.updatedOn,
}

interface ManualTableProps {
  manuals: readonly Manual[] | undefined
  usualPageSize: number
  /** For manuals of several databases. */
  withDatabase?: boolean
  actions?: (manual: Manual) => ReactNode
  empty: ReactNode
}

export function ManualTable({ manuals, usualPageSize, withDatabase, actions, empty }: ManualTableProps) {
  const { t } = useTranslation()
  const columns: Column<Manual>[] = [
    {
      key: 'name',
      header: t('library.column.manual'),
      sortable: true,
      cell: (manual) => (
        <FolderName folder={manual} href={href(paths.manual(databaseOf(manual), manual.name))} />
      ),
    },
    ...(withDatabase ? [databaseColumn(t('library.column.database'))] : []),
    {
      key: 'type',
      header: t('library.column.type'),
      sortable: true,
      cell: (manual) => attribute(manual, 'manualType'),
    },
    {
      key: 'revision',
      header: t('library.column.oemRevision'),
      sortable: true,
      hideBelow: 'md',
      cell: (manual) => <WorkingRevision manual={manual} />,
    },
    {
      key: 'modules',
      header: t('library.column.modules'),
      sortable: true,
      align: 'end',
      cell: (manual) => formatNumber(manual.moduleCount),
    },
    {
      key: 'updatedOn',
      header: t('library.column.updatedOn'),
      sortable: true,
      hideBelow: 'lg',
      cell: (manual) => <span className="text-nowrap">{formatDateTime(manual.updatedOn)}</span>,
    },
  ]
  return (
    <LocalTable
      caption={t('library.manuals')}
      searchLabel={t('library.searchManuals')}
      columns={columns}
      rows={manuals}
      rowKey={(manual) => manual.id}
      textOf={(manual) => `${manual.path} ${displayName(manual)} ${attribute(manual, 'manualType')}`}
      sortValues={sortValues}
      usualPageSize={usualPageSize}
      rowActions={actions}
      actionsHeader={t('library.column.actions')}
      empty={empty}
    />
  )
}

function databaseColumn(header: string): Column<Manual> {
  return {
    key: 'database',
    header,
    sortable: true,
    cell: (manual) => <a href={href(paths.database(databaseOf(manual)))}>{databaseOf(manual)}</a>,
  }
}

/** The OEM revision of the working version, which the number of modules belongs to. */
const workingRevision = ({ lanes }: Manual) => lanes.working ?? lanes.oem

function WorkingRevision({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const revision = workingRevision(manual)
  if (!revision)
    return isTrue(manual, 'withOem') ? t('library.revision.none') : t('library.revision.withoutOem')
  return (
    <span className="d-inline-flex flex-wrap gap-2 align-items-center">
      <span>
        <RevisionText revision={revision} />
      </span>{' '}
      {manual.newerRevisionWaits && (
        <Chip tone="warning" icon="clock">
          {t('library.revision.pending', { number: manual.lanes.oem?.number })}
        </Chip>
      )}
    </span>
  )
}
