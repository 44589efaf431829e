import type { Text } from '@codemirror/state'
import type { ContentModel } from '../../model/contentModel'
import { pathOf, type XmlElement } from '../../model/xmlElements'
import type { PastedCell, PastedTable } from './blocks'
import { type ElementMaker, endOfWords, fits, type NewElement, sourceOfNew } from './newElements'

interface FilledCells {
  changes: { from: number; to: number; insert: string }[]
  caret: number
  /** Whether words of the cells were replaced. */
  hasReplaced: boolean
}

const hasSpan = (tag: string) => /\s(namest|nameend|spanname|morerows)\s*=/.test(tag)

/** The cell at the cursor, in a table without spans. */
interface CellPlace {
  cell: XmlElement
  /** The rows from that of the cell on; those of the header are followed by those of the body. */
  rows: readonly XmlElement[]
  /** The part that gets further rows. */
  last: XmlElement
  /** The column of the cell, and the columns of the table. */
  left: number
  columns: number
}

function placeOf(around: XmlElement, doc: Text): CellPlace | undefined {
  let cell: XmlElement | undefined = around
  while (cell && cell.name !== 'entry') cell = cell.parent
  const row = cell?.parent
  const part = row?.parent
  const group = part?.parent
  if (!cell || row?.name !== 'row' || !part || !group) return undefined
  const columns = row.children.length
  const tag = doc.sliceString(group.from, group.openEnd)
  const body = part.name === 'thead' ? group.children.find(({ name }) => name === 'tbody') : undefined
  const rows = [...part.children, ...(body?.children ?? [])]
  const isPlain = (line: XmlElement) =>
    line.name === 'row' &&
    line.children.length === columns &&
    line.children.every((each) => each.name === 'entry' && !hasSpan(doc.sliceString(each.from, each.openEnd)))
  // A row with fewer cells than columns names the columns of its cells.
  const isWhole = Number(/\scols\s*=\s*["']\s*(\d+)/.exec(tag)?.[1]) === columns
  if (!isWhole || !rows.every(isPlain)) return undefined
  const below = rows.slice(rows.indexOf(row))
  return { cell, rows: below, last: body ?? part, left: row.children.indexOf(cell), columns }
}

/**
 * Writes a pasted table into the cells of the table at the cursor, from its cell on; further rows are added at the end of
 * the body.
 * Undefined outside of tables, where cells of several rows or columns are in the way, and where a cell holds more than words.
 */
export function fillCells(
  table: PastedTable,
  around: XmlElement,
  doc: Text,
  model: ContentModel,
  maker: ElementMaker,
): FilledCells | undefined {
  const place = placeOf(around, doc)
  const hasSpans = table.rows.some((cells) => cells.some((each) => each.columns > 1 || each.rows > 1))
  if (!place || hasSpans || place.left + table.columns > place.columns) return undefined
  const { cell, rows, last, left, columns } = place
  const path = pathOf(cell)
  const contentOf = (pasted: PastedCell | undefined): NewElement[] => {
    const made = maker.blocks(pasted?.blocks ?? [], path, 'para')
    return made.length > 0 ? made : [{ name: 'para', attributes: [], children: [] }]
  }
  const isAllowed = (made: readonly NewElement[]) =>
    model.accepts(
      path,
      made.map(({ name }) => name),
    ) && made.every((each) => fits(model, path, each))

  const filled: FilledCells = { changes: [], caret: cell.openEnd, hasReplaced: false }
  const added: string[] = []
  for (const [index, pasted] of table.rows.entries()) {
    const line = rows[index]
    const made = pasted.map((each) => contentOf(each))
    if (!made.every(isAllowed)) return undefined
    if (!line) {
      const entries = Array.from({ length: columns }, (_, at) =>
        sourceOfNew(made[at - left] ?? contentOf(undefined)),
      )
      added.push(`<row>${entries.map((entry) => `<entry>${entry}</entry>`).join('')}</row>`)
      continue
    }
    for (const [at, content] of made.entries()) {
      const target = line.children[left + at]
      const change = target && replaced(target, sourceOfNew(content), doc)
      if (!change) return undefined
      if (index === 0 && at === 0) filled.caret = change.from + endOfWords(change.insert.trimEnd())
      filled.changes.push(change)
      const words = doc.sliceString(target.openEnd, target.closeStart).replace(/<[^>]*>/g, '')
      filled.hasReplaced ||= words.trim() !== ''
    }
  }
  return added.length > 0 ? withRows(filled, added, last, doc, model) : filled
}

/** Adds rows behind the last one, where the model allows them. */
function withRows(
  { changes, ...rest }: FilledCells,
  added: readonly string[],
  part: XmlElement,
  doc: Text,
  model: ContentModel,
): FilledCells | undefined {
  const last = part.children.at(-1)
  const names = [...part.children, ...added].map(() => 'row')
  if (!last || !model.accepts(pathOf(part), names)) return undefined
  const gap = />(\s*)$/.exec(doc.sliceString(Math.max(0, last.from - 200), last.from))?.[1] ?? ''
  const insert = added.map((each) => gap + each).join('')
  return { changes: [...changes, { from: last.to, to: last.to, insert }], ...rest }
}

/** Other words in a cell that holds at most one paragraph of words; the white space around it stays. */
function replaced(cell: XmlElement, content: string, doc: Text) {
  const tag = doc.sliceString(cell.from, cell.openEnd)
  if (tag.endsWith('/>'))
    return {
      from: cell.from,
      to: cell.to,
      insert: `${tag.slice(0, -2).trimEnd()}>${content}</${cell.name}>`,
    }
  const inner = doc.sliceString(cell.openEnd, cell.closeStart)
  const simple = /^(\s*)(?:<para>[^<]*<\/para>|<para\/>)?(\s*)$/.exec(inner)
  if (!simple) return undefined
  return { from: cell.openEnd, to: cell.closeStart, insert: `${simple[1]}${content}${simple[2]}` }
}
