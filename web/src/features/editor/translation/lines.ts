import type { LinePart, TranslationRow } from '@/api/types'
import { writeLine } from './lineText'

/** A line of the translation in the text: its place there, and what it was when the page was loaded. */
interface PlacedLine {
  from: number
  to: number
  loaded: { parts: readonly LinePart[]; source: string }
}

/** The text of a translation with the places of its lines, by row. */
interface LinedText {
  text: string
  lines: readonly (PlacedLine | undefined)[]
}

export const linedText = (text: string, rows: readonly TranslationRow[]): LinedText => ({
  text,
  lines: rows.map(({ translation }) => {
    if (!translation) return undefined
    const { from, to, parts } = translation
    return { from, to, loaded: { parts, source: text.slice(from, to) } }
  }),
})

/**
 * The text after a line was changed. All other bytes stay, and the lines behind it move. Text of the line that is as it was
 * when the page was loaded has its bytes of then.
 */
export function changeLine(
  { text, lines }: LinedText,
  rows: readonly TranslationRow[],
  at: number,
  parts: readonly LinePart[],
): LinedText {
  const [line, row] = [lines[at], rows[at]]
  if (!line || !row) return { text, lines }
  const written = writeLine(parts, row.codes, line.loaded)
  const moved = written.length - (line.to - line.from)
  const place = (each: PlacedLine | undefined, index: number) => {
    if (index === at) return { ...line, to: line.to + moved }
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
