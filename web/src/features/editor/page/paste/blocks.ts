import type { FormatName } from '../formats'

/** Words with one look. */
export interface PastedWords {
  text: string
  formats: readonly FormatName[]
}

interface PastedParagraph {
  kind: 'paragraph'
  words: readonly PastedWords[]
}

export interface PastedList {
  kind: 'list'
  isOrdered: boolean
  items: PastedBlock[][]
}

export interface PastedCell {
  /** The first column, and how many columns and rows it covers. */
  column: number
  columns: number
  rows: number
  blocks: PastedBlock[]
}

/** Each place of each row belongs to one cell. */
export interface PastedTable {
  kind: 'table'
  columns: number
  headRows: number
  /** The cells that begin in each row. */
  rows: PastedCell[][]
}

/** A part of what was copied in another program, without its look. */
export type PastedBlock = PastedParagraph | PastedList | PastedTable

/** A paragraph that Word writes for an item of a list; 1 for the outermost level. */
export interface ListLine {
  kind: 'line'
  level: number
  isOrdered: boolean
  words: readonly PastedWords[]
}

/** Lists with the lines that follow each other, nested by their levels. */
export function withLists(parts: readonly (PastedBlock | ListLine)[]): PastedBlock[] {
  const blocks: PastedBlock[] = []
  /** The lists that are open, outermost first. */
  let open: { level: number; list: PastedList }[] = []
  for (const part of parts) {
    if (part.kind !== 'line') {
      open = []
      blocks.push(part)
      continue
    }
    const { level, isOrdered, words } = part
    open = open.filter((other) => other.level <= level)
    let last = open.at(-1)
    // A list of the other kind at the same level is a list of its own.
    if (last?.level === level && last.list.isOrdered !== isOrdered) last = open.slice(0, -1).at(-1)
    if (last?.level !== level) {
      open = open.filter((other) => other.level < level)
      const list: PastedList = { kind: 'list', isOrdered, items: [] }
      const around = open.at(-1)?.list.items.at(-1)
      if (around) around.push(list)
      else blocks.push(list)
      last = { level, list }
      open.push(last)
    }
    last.list.items.push([{ kind: 'paragraph', words }])
  }
  return blocks
}

/** The words of a block as paragraphs: one for each item of a list and for each row of a table. */
export function asParagraphs(block: PastedBlock): PastedParagraph[] {
  if (block.kind === 'paragraph') return [block]
  if (block.kind === 'list') return block.items.flatMap((item) => item.flatMap(asParagraphs))
  const lines = block.rows.map((cells) => joined(cells.flatMap((cell) => cell.blocks.flatMap(asParagraphs))))
  return lines.filter(({ words }) => words.length > 0)
}

/** A table whose cells hold no tables: these become paragraphs. Other blocks stay as they are. */
export function withFlatCells(block: PastedBlock): PastedBlock {
  if (block.kind !== 'table') return block
  const flat = (cell: PastedCell): PastedCell => ({
    ...cell,
    blocks: cell.blocks.flatMap((inside) => (inside.kind === 'table' ? asParagraphs(inside) : [inside])),
  })
  return { ...block, rows: block.rows.map((cells) => cells.map(flat)) }
}

function joined(paragraphs: readonly PastedParagraph[]): PastedParagraph {
  const blank = { text: ' ', formats: [] }
  return {
    kind: 'paragraph',
    words: paragraphs.flatMap(({ words }, index) => (index > 0 ? [blank, ...words] : words)),
  }
}

/** Whether there is more than words in one line. */
export function isStructured(blocks: readonly PastedBlock[]): boolean {
  const [only] = blocks
  const isLine = blocks.length === 1 && only?.kind === 'paragraph'
  return !isLine ? blocks.length > 0 : only.words.some(({ formats }) => formats.length > 0)
}
