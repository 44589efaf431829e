import { saveFile } from '@/api/download'
import type { ModuleListQuery } from '@/api/library'
import { ExportMenu } from '@/lib/ExportMenu'

export type ExportedRows = Omit<ModuleListQuery, 'pageNumber' | 'pageSize'> & {
  shelf: 'all' | 'unreferenced'
}

interface ExportModulesProps {
  /** Of the file, without its ending. */
  name: string
  rows: ExportedRows
  columns: readonly string[]
}

/** Gives the rows of a list of modules, all pages of it, as a file. */
export function ExportModules({ name, rows, columns }: ExportModulesProps) {
  return (
    <ExportMenu
      onExport={(format) => {
        const query = new URLSearchParams({
          format,
          columns: ['code', ...columns.flatMap(exportedAs)].join(','),
        })
        for (const [key, value] of Object.entries(rows)) if (value) query.set(key, value)
        return saveFile(`/dm/export?${query}`, `${name}.${format}`)
      }}
    />
  )
}

/** Columns of the list that the server knows by other names; what it can be told from is exported as it is. */
function exportedAs(column: string): string[] {
  if (column === 'issue') return ['issueNumber', 'inWork']
  return column === 'system' ? [] : [column]
}
