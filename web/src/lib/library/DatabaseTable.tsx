import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Csdb } from '@/api/types'
import { formatDateTime, formatNumber } from '@/lib/format'
import { LocalTable } from '@/lib/LocalTable'
import { href, paths } from '@/lib/paths'
import type { Column } from '@/ui/Table'
import { FolderName } from './FolderName'
import { attribute, displayName } from './folders'

const sortValues = {
  name: displayName,
  type: (csdb: Csdb) => attribute(csdb, 'csdbType'),
  manuals: (csdb: Csdb) => csdb.manualCount,
  modules: (csdb: Csdb) => csdb.moduleCount,
  updatedOn: (csdb: Csdb) => csdb.updatedOn,
}

interface DatabaseTableProps {
  databases: readonly Csdb[] | undefined
  usualPageSize: number
  actions?: (csdb: Csdb) => ReactNode
  empty: ReactNode
}

export function DatabaseTable({ databases, usualPageSize, actions, empty }: DatabaseTableProps) {
  const { t } = useTranslation()
  const columns: Column<Csdb>[] = [
    {
      key: 'name',
      header: t('library.column.database'),
      sortable: true,
      cell: (csdb) => <FolderName folder={csdb} href={href(paths.database(csdb.name))} />,
    },
    {
      key: 'type',
      header: t('library.column.type'),
      sortable: true,
      cell: (csdb) => attribute(csdb, 'csdbType'),
    },
    {
      key: 'manuals',
      header: t('library.column.manuals'),
      sortable: true,
      align: 'end',
      cell: (csdb) => formatNumber(csdb.manualCount),
    },
    {
      key: 'modules',
      header: t('library.column.modules'),
      sortable: true,
      align: 'end',
      hideBelow: 'md',
      cell: (csdb) => formatNumber(csdb.moduleCount),
    },
    {
      key: 'updatedOn',
      header: t('library.column.updatedOn'),
      sortable: true,
      hideBelow: 'lg',
      cell: (csdb) => <span className="text-nowrap">{formatDateTime(csdb.updatedOn)}</span>,
    },
  ]
  return (
    <LocalTable
      caption={t('library.databases')}
      searchLabel={t('library.searchDatabases')}
      columns={columns}
      rows={databases}
      rowKey={(csdb) => csdb.id}
      textOf={(csdb) => `${csdb.name} ${displayName(csdb)} ${attribute(csdb, 'csdbType')}`}
      sortValues={sortValues}
      usualPageSize={usualPageSize}
      rowActions={actions}
      actionsHeader={t('library.column.actions')}
      empty={empty}
    />
  )
}
