import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { saveFile } from '@/api/download'
import type { ModuleListQuery } from '@/api/library'
import { showProblem } from '@/lib/showProblem'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { showToast } from '@/ui/toasts'

export type ExportedRows = Omit<ModuleListQuery, 'pageNumber' | 'pageSize'> & {
  shelf: 'all' | 'unreferenced'
}

interface ExportMenuProps {
  /** Of the file, without its ending. */
  name: string
  rows: ExportedRows
  columns: readonly string[]
}

/** Gives the rows of a list, all pages of it, as a file. */
export function ExportMenu({ name, rows, columns }: ExportMenuProps) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const query = new URLSearchParams({
        format,
        columns: ['code', ...columns.flatMap(exportedAs)].join(','),
      })
      for (const [key, value] of Object.entries(rows)) if (value) query.set(key, value)
      return saveFile(`/dm/export?${query}`, `${name}.${format}`)
    },
    onSuccess: () => showToast({ tone: 'success', text: t('library.export.done') }),
    onError: showProblem,
  })
  return (
    <DropdownMenu
      label={t('library.export.label')}
      trigger={
        <>
          {save.isPending ? <span className="af-spinner" aria-hidden="true" /> : <Icon name="download" />}
          {t('library.export.label')}
        </>
      }
      buttonClassName="btn af-btn-secondary"
      items={[
        { kind: 'action', label: t('library.export.csv'), icon: 'file', onSelect: () => save.mutate('csv') },
        {
          kind: 'action',
          label: t('library.export.xlsx'),
          icon: 'spreadsheet',
          onSelect: () => save.mutate('xlsx'),
        },
      ]}
    />
  )
}

/** Columns of the list that the server knows by other names; what it can be told from is exported as it is. */
function exportedAs(column: string): string[] {
  if (column === 'issue') return ['issueNumber', 'inWork']
  return column === 'system' ? [] : [column]
}
