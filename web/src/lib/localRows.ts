/** The sort value of each column. */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => string | number>>

interface RowSelection {
  /** Only rows that hold every word of it. */
  filter: string
  sort: { key: string; order: 'asc' | 'desc' }
  page: number
  pageSize: number
}

/** The rows of a list that the browser holds as a whole: filtered, ordered, and the page of them that is shown. */
export function localRows<Row>(
  all: readonly Row[],
  { filter, sort, page, pageSize }: RowSelection,
  textOf: (row: Row) => string,
  sortValues: SortValues<Row>,
): { rows: Row[]; total: number } {
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const found = all.filter((row) => {
    const text = textOf(row).toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  const value = sortValues[sort.key]
  if (value) {
    const direction = sort.order === 'asc' ? 1 : -1
    found.sort((one, other) => direction * compare(value(one), value(other)))
  }
  return { rows: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
}

// H9 comes before H160, as people count.
const byName = new Intl.Collator(undefined, { numeric: true })

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : byName.compare(String(one), String(other))
}
