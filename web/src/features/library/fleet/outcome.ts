import type { MapCell, MapRow } from '@/api/types'

/** What an aircraft has at a place. */
type Outcome = 'one' | 'several' | 'none' | 'open' | 'pending'

/** The look of a cell; a section may hold several outcomes and shows the gravest. */
interface CellLook {
  outcome: Outcome
  /** Short, as the grid has little room. */
  sign: string
}

const gravest = ['several', 'open', 'one', 'none'] as const

/** The outcome that a cell is coloured by. */
export function outcomeOf({ counts }: Pick<MapCell, 'counts'>): Outcome {
  return gravest.find((outcome) => counts[outcome] > 0) ?? 'pending'
}

/** A cell of a row: the number of modules in a section, the number of an alternate, or a sign. */
export function lookOf(row: Pick<MapRow, 'type'>, cell: Pick<MapCell, 'counts' | 'alternates'>): CellLook {
  const outcome = outcomeOf(cell)
  if (row.type === 'toc') return { outcome, sign: outcome === 'pending' ? '…' : String(cell.counts.one) }
  const chosen = cell.alternates.map((index) => index + 1).join('+')
  const signs = {
    one: chosen || '●',
    several: chosen || '●●',
    none: row.type === 'toc_group' ? '∅' : '–',
    open: '?',
    pending: '…',
  }
  return { outcome, sign: signs[outcome] }
}

/** The cell of each aircraft of the page, by its position. */
export function cellsByAircraft(row: Pick<MapRow, 'cells'>, count: number): (MapCell | undefined)[] {
  const cells: (MapCell | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const cell of row.cells) for (const position of cell.aircraft) cells[position] = cell
  return cells
}
