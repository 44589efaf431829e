import type { MapCell, MapRow } from '@/api/types'

/** The content for an aircraft at a place. */
type Outcome = 'one' | 'several' | 'none' | 'missing' | 'open' | 'pending' | 'empty'

/** The look of a cell; a section may hold several outcomes and shows the gravest. */
interface CellLook {
  outcome: Outcome
  /** Short, as the grid has little room. */
  sign: string
}

const gravest = ['missing', 'several', 'open', 'one', 'none'] as const

/** The outcome that a cell is coloured by. Without any, its modules are left to count or were not delivered. */
export function outcomeOf({ counts }: Pick<MapCell, 'counts'>, isCounting: boolean): Outcome {
  return gravest.find((outcome) => counts[outcome] > 0) ?? (isCounting ? 'pending' : 'empty')
}

/** A cell of a row: the number of modules in a section, the number of an alternate, or a sign. */
export function lookOf(
  row: Pick<MapRow, 'type'>,
  cell: Pick<MapCell, 'counts' | 'alternates'>,
  isCounting: boolean,
): CellLook {
  const outcome = outcomeOf(cell, isCounting)
  const chosen = cell.alternates.map((index) => index + 1).join('+')
  const signs = {
    one: chosen || '●',
    several: chosen || '●●',
    none: '–',
    missing: '∅',
    open: '?',
    pending: '…',
    empty: '',
  }
  const isCounted = row.type === 'toc' && outcome !== 'pending' && outcome !== 'empty'
  return { outcome, sign: isCounted ? String(cell.counts.one) : signs[outcome] }
}

/** The cell of each aircraft of the page, by its position. */
export function cellsByAircraft(row: Pick<MapRow, 'cells'>, count: number): (MapCell | undefined)[] {
  const cells: (MapCell | undefined)[] = Array.from({ length: count }, () => undefined)
  for (const cell of row.cells) for (const position of cell.aircraft) cells[position] = cell
  return cells
}
