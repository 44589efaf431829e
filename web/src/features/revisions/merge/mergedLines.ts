/** Where a part of the merged text comes from. */
export type MergeOrigin = 'base' | 'ours' | 'theirs' | 'both'

export interface TextRange {
  start: number
  end: number
}

/** A part of a line: of one origin, inside or outside of a conflict. */
interface MergedPart {
  text: string
  origin: MergeOrigin
  /** The conflict that it belongs to, counted from 0. */
  conflict?: number
}

export interface MergedLine {
  /** Counted from 1. */
  number: number
  parts: MergedPart[]
}

/** Cuts the merged text into lines, and the lines where the origin or the conflict changes. Spans are in order. */
export function mergedLines(
  text: string,
  spans: readonly (TextRange & { origin: MergeOrigin })[],
  conflicts: readonly TextRange[],
): MergedLine[] {
  const lines: MergedLine[] = [{ number: 1, parts: [] }]
  const add = (part: MergedPart) => {
    const isPlace = part.text === ''
    for (const [index, piece] of part.text.split('\n').entries()) {
      if (index > 0) lines.push({ number: lines.length + 1, parts: [] })
      const shown = piece.replace(/\r$/, '')
      if (shown !== '' || isPlace) lines.at(-1)?.parts.push({ ...part, text: shown })
    }
  }
  const cuts = cutsOf(text.length, [...spans, ...conflicts])
  let span = 0
  for (const [index, from] of cuts.entries()) {
    for (const [conflict, range] of conflicts.entries()) {
      // A conflict about something that is not in the result has a place but no text.
      if (range.start === from && range.end === from) add({ text: '', origin: 'base', conflict })
    }
    const to = cuts[index + 1]
    if (to === undefined) break
    while ((spans[span]?.end ?? Number.POSITIVE_INFINITY) <= from) span += 1
    const within = spans[span]
    add({
      text: text.slice(from, to),
      origin: within && within.start <= from ? within.origin : 'base',
      conflict: innermost(conflicts, from, to),
    })
  }
  return lines
}

function cutsOf(length: number, ranges: readonly TextRange[]): number[] {
  const cuts = new Set([0, length])
  for (const { start, end } of ranges) {
    for (const cut of [start, end]) if (cut > 0 && cut < length) cuts.add(cut)
  }
  return [...cuts].sort((one, other) => one - other)
}

/** An attribute in conflict lies within its element, which may be in conflict too. */
function innermost(conflicts: readonly TextRange[], from: number, to: number): number | undefined {
  let found: number | undefined
  for (const [index, range] of conflicts.entries()) {
    const best = found === undefined ? undefined : conflicts[found]
    const isIn = range.start <= from && to <= range.end && range.start < range.end
    if (isIn && (!best || range.end - range.start < best.end - best.start)) found = index
  }
  return found
}

export type LineGroup = { kind: 'lines' | 'folded'; lines: MergedLine[] }

const isPlain = ({ parts }: MergedLine) =>
  parts.every(({ origin, conflict }) => origin === 'base' && conflict === undefined)

/** Folds runs of lines that no side changed, except for some lines around changes. */
export function foldedLines(lines: readonly MergedLine[], around = 3): LineGroup[] {
  const marked = lines.flatMap((line, index) => (isPlain(line) ? [] : [index]))
  const shown = new Set(
    marked.flatMap((index) => Array.from({ length: 2 * around + 1 }, (_, step) => index - around + step)),
  )
  const groups: LineGroup[] = []
  for (const [index, line] of lines.entries()) {
    const kind = shown.has(index) ? 'lines' : 'folded'
    const last = groups.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else groups.push({ kind, lines: [line] })
  }
  // A button in place of two lines would save nothing.
  return groups.map((group) => (group.lines.length > 2 ? group : { ...group, kind: 'lines' }))
}
