import type { LinePart, TranslationRow } from '@/api/types'
import { writeLine } from './lineText'

/** A line of the translation in the text: its place there, and its parts. */
interface PlacedLine {
  from: number
  to: number
  parts: readonly LinePart[]
}

/** The text of a translation with the places of its lines, by row. */
interface LinedText {
  text: string
  lines: readonly (PlacedLine | undefined)[]
}

export const linedText = (text: string, rows: readonly TranslationRow[]): LinedText => ({
  text,
  lines: rows.map(({ translation }) => translation),
})

/** The text after a line was changed. All other bytes stay, and the lines behind it move. */
export function changeLine(
  { text, lines }: LinedText,
  rows: readonly TranslationRow[],
  at: number,
  parts: readonly LinePart[],
): LinedText {
  const [line, row] = [lines[at], rows[at]]
  if (!line || !row) return { text, lines }
  const source = text.slice(line.from, line.to)
  const written = writeLine(parts, row.codes, { parts: line.parts, source })
  const moved = written.length - source.length
  const place = (each: PlacedLine | undefined, index: number) => {
    if (index === at) return { from: line.from, to: line.to + moved, parts }
    return each && each.from >= line.to ? { ...each, from: each.from + moved, to: each.to + moved } : each
  }
  return {
    text: text.slice(0, line.from) + written + text.slice(line.to),
    lines: lines.map(place),
  }
}

/** The rows that a filter leaves. */
export function isShown(row: TranslationRow, show: string): boolean {
  if (show === 'todo') return !row.translated || row.change !== undefined
  return show !== 'changed' || row.change !== undefined
}
