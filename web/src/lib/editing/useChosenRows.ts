import { useState } from 'react'
import type { RowChoice } from '@/ui/Table'

/** The chosen rows of a page. Rows that are no longer on the page are not chosen. */
export function useChosenRows<Row>(
  rows: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
  label: (row: Row) => string,
) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const choice: RowChoice<Row> = { keys, onChange: setKeys, label }
  const chosen = rows?.filter((row) => keys.has(rowKey(row))) ?? []
  return { choice, chosen, clear: () => setKeys(new Set()) }
}
