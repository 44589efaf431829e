import type { PastedBlock, PastedCell, PastedTable } from './blocks'

const maxColumns = 60
const maxRows = 1000

/** A cell as HTML has it. */
interface HtmlCell {
  columns: number
  rows: number
  isHeading: boolean
  blocks: PastedBlock[]
}

export interface HtmlRow {
  isHead: boolean
  cells: HtmlCell[]
}

/**
 * The cells of a table at their places; empty ones where HTML has none. Undefined for a table that is empty or too large:
 * no cell is left out.
 */
export function gridOf(rows: readonly HtmlRow[]): PastedTable | undefined {
  if (rows.length === 0 || rows.length > maxRows) return undefined
  const head = rows.findIndex(({ isHead, cells }) => !isHead && !isHeading(cells))
  // A header without a body is none.
  const headRows = Math.max(0, head)
  const spanned = placed(rows, headRows)
  if (!spanned) return undefined
  // A row in which no cell begins cannot be written.
  const isWhole = spanned.rows.every((cells) => cells.length > 0)
  return isWhole ? spanned : placed(rows.map(flat), headRows)
}

const isHeading = (cells: readonly HtmlCell[]) => cells.length > 0 && cells.every((cell) => cell.isHeading)

const flat = ({ isHead, cells }: HtmlRow): HtmlRow => ({
  isHead,
  cells: cells.map((cell) => ({ ...cell, rows: 1 })),
})

function placed(rows: readonly HtmlRow[], headRows: number): PastedTable | undefined {
  const taken = rows.map((): boolean[] => [])
  let isTooWide = false
  const found = rows.map(({ cells }, row): PastedCell[] => {
    const most = (row < headRows ? headRows : rows.length) - row
    return cells.flatMap((cell) => {
      const line = taken[row] ?? []
      let column = 0
      while (line[column]) column++
      if (column >= maxColumns) {
        isTooWide = true
        return []
      }
      let columns = 0
      while (columns < Math.min(cell.columns, maxColumns - column) && !line[column + columns]) columns++
      const height = Math.min(cell.rows, most)
      for (const below of taken.slice(row, row + height))
        for (let at = column; at < column + columns; at++) below[at] = true
      return [{ column, columns, rows: height, blocks: cell.blocks }]
    })
  })
  const columns = Math.max(0, ...taken.map((line) => line.length))
  if (columns === 0 || isTooWide) return undefined
  const filled = found.map((cells, row) => {
    const missing: PastedCell[] = []
    for (let column = 0; column < columns; column++)
      if (!taken[row]?.[column]) missing.push({ column, columns: 1, rows: 1, blocks: [] })
    return [...cells, ...missing].sort((one, other) => one.column - other.column)
  })
  return { kind: 'table', columns, headRows, rows: filled }
}
