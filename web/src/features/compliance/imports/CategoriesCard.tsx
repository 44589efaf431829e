import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegulationCategoryChange } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { type Column, Table } from '@/ui/Table'
import { ChangeClassChip } from './ChangeClassChip'

/** Categories that are listed at once. */
const step = 50

/** The categories that a file adds, changes or withdraws. */
export function CategoriesCard({ changes }: { changes: readonly RegulationCategoryChange[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(step)
  const rows = changes.slice(0, shown).map((change, index) => ({ ...change, key: String(index) }))
  const columns: Column<RegulationCategoryChange>[] = [
    {
      key: 'name',
      header: t('regulations.category'),
      cell: (change) => names(change).join(' → '),
    },
    {
      key: 'class',
      header: t('regulations.class.label'),
      cell: ({ class: name }) => <ChangeClassChip name={name} />,
    },
  ]
  return (
    <Card title={t('regulations.categoryChanges')} flush>
      <Table
        caption={t('regulations.categoryChanges')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        empty={null}
      />
      {changes.length > shown && (
        <div className="p-3">
          <Button size="sm" onClick={() => setShown(shown + step)}>
            {t('regulations.moreFindings', { figure: formatNumber(changes.length - shown) })}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Code and name, or the old and the new ones. */
function names({ oldCode, oldName, newCode, newName }: RegulationCategoryChange): string[] {
  const whole = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')
  const both = [whole(oldCode, oldName), whole(newCode, newName)].filter((name) => name !== '')
  return [...new Set(both)]
}
