import { useTranslation } from 'react-i18next'
import type { FieldError } from '@/api/types'
import { Table } from '@/ui/Table'

/** The defects that are listed at once. */
const mostDefects = 200
const inLine = /^lines\[(\d+)\](?:\.(\w+))?$/

/** The defects of the lines of a file. */
export function FileDefects({ defects }: { defects: readonly FieldError[] }) {
  const { t } = useTranslation()
  const rows = defects.slice(0, mostDefects).map(({ field, message }) => {
    const [, line = '', column = ''] = inLine.exec(field) ?? []
    return { field, line, column, message }
  })
  const hidden = defects.length - rows.length
  return (
    <>
      <Table
        caption={t('groups.defects')}
        rows={rows}
        rowKey={({ field, message }) => `${field} ${message}`}
        columns={[
          { key: 'line', header: t('groups.line'), align: 'end', width: '1%', cell: ({ line }) => line },
          { key: 'column', header: t('groups.column'), cell: ({ column }) => column },
          { key: 'message', header: t('groups.defect'), cell: ({ message }) => message },
        ]}
        empty={null}
      />
      {hidden > 0 && <p className="af-hint mb-0">{t('groups.moreDefects', { count: hidden })}</p>}
    </>
  )
}
