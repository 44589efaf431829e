import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSearch } from '@/lib/ListSearch'
import { type ExportedRows, ExportModules } from './ExportModules'
import { ModuleFilters, type ModuleFiltersProps } from './ModuleFilters'

interface ModuleListHeadProps extends ModuleFiltersProps {
  /** The menu that chooses the columns. */
  chooser: ReactNode
  columns: readonly { key: string }[]
  /** The request of the list; the export uses the same. */
  exported: ExportedRows
  /** Of the file that is exported, behind the name of the manual. */
  fileName: string
}

/** Search, filters, order, columns and export of a list of modules. */
export function ModuleListHead(props: ModuleListHeadProps) {
  const { chooser, columns, exported, fileName, ...narrowing } = props
  const { manual, list } = narrowing
  const { t } = useTranslation()
  return (
    <div className="li-filters p-3">
      <ListSearch list={list} label={t('library.searchModules')} placeholder={t('library.searchModules')} />
      <ModuleFilters {...narrowing} />
      <span className="li-list-tools">
        {chooser}
        <ExportModules
          name={`${manual.name}-${fileName}`}
          rows={exported}
          columns={columns.map(({ key }) => key)}
        />
      </span>
    </div>
  )
}
