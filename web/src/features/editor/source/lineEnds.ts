import { invertedEffects } from '@codemirror/commands'
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  RangeValue,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state'

// The editor knows one kind of line end. Here each line keeps its own, and the byte order mark stays, so that a text
// which nobody touched goes back as it came.

const byteOrderMark = '\uFEFF'
const lineEnd = /\r\n|\r|\n/g

class LineEnd extends RangeValue {
  // Neither grows when text is typed beside it.
  override startSide = 1
  override endSide = -1
  readonly text: string

  constructor(text: string) {
    super()
    this.text = text
  }
  override eq(other: LineEnd): boolean {
    return other.text === this.text
  }
}

interface LineEnds {
  mark: string
  /** The line end of most lines, and of new ones. */
  usual: string
  /** The line breaks of the editor's text that are written in another way. */
  others: RangeSet<LineEnd>
}

interface OtherLineEnd {
  at: number
  text: string
}

const restoreOther = StateEffect.define<OtherLineEnd>({
  map: ({ at, text }, changes) => ({ at: changes.mapPos(at, 1), text }),
})

function othersAfter(before: RangeSet<LineEnd>, transaction: Transaction): RangeSet<LineEnd> {
  const restored = transaction.effects.filter((effect) => effect.is(restoreOther))
  if (!transaction.docChanged && restored.length === 0) return before
  const { changes, newDoc } = transaction
  // A text that replaces a line break takes its range over.
  const isLineEnd = (from: number, to: number) =>
    to === from + 1 && newDoc.sliceString(from, to, '\n') === '\n'
  const add = restored
    .map(({ value }) => new LineEnd(value.text).range(value.at, value.at + 1))
    .filter(({ from, to }) => isLineEnd(from, to))
  return before.map(changes).update({ filter: isLineEnd, add, sort: true })
}

const lineEnds = StateField.define<LineEnds>({
  create: () => ({ mark: '', usual: '\n', others: RangeSet.empty }),
  update: (value, transaction) => {
    const others = othersAfter(value.others, transaction)
    return others === value.others ? value : { ...value, others }
  },
})

/** Undoing the deletion of a line break brings back its kind. */
const rememberDeleted = invertedEffects.of(({ startState, changes }) => {
  const { others } = startState.field(lineEnds)
  const effects: StateEffect<OtherLineEnd>[] = []
  if (others.size === 0) return effects
  changes.iterChangedRanges((from, to) => {
    others.between(from, to, (at, end, { text }) => {
      if (at >= from && end <= to) effects.push(restoreOther.of({ at, text }))
    })
  })
  return effects
})

function usualIn(text: string): string {
  const counts = new Map<string, number>()
  for (const [end] of text.matchAll(lineEnd)) counts.set(end, (counts.get(end) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most?.[0] ?? '\n'
}

/** The text for the editor, and the extension that knows how its lines end. */
export function openText(text: string): { doc: string; extension: Extension } {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  const body = text.slice(mark.length)
  const usual = usualIn(body)
  const others = new RangeSetBuilder<LineEnd>()
  let shift = 0
  for (const { 0: end, index } of body.matchAll(lineEnd)) {
    const at = index - shift
    if (end !== usual) others.add(at, at + 1, new LineEnd(end))
    shift += end.length - 1
  }
  const field = lineEnds.init(() => ({ mark, usual, others: others.finish() }))
  return { doc: body.replace(lineEnd, '\n'), extension: [field, rememberDeleted] }
}

/** The whole text, byte for byte as it is stored. */
export function exactText(state: EditorState): string {
  const { mark, usual, others } = state.field(lineEnds)
  const text = state.doc.sliceString(0)
  if (others.size === 0) return mark + (usual === '\n' ? text : text.replaceAll('\n', usual))
  const parts: string[] = [mark]
  let done = 0
  const upTo = (end: number) => parts.push(text.slice(done, end).replaceAll('\n', usual))
  others.between(0, text.length, (from, to, end) => {
    // Undo can restore a line end that was still there.
    if (from < done) return
    upTo(from)
    parts.push(end.text)
    done = to
  })
  upTo(text.length)
  return parts.join('')
}

/** The position in the editor of a place in the exact text. */
export function positionOf(state: EditorState, offset: number): number {
  const { mark, usual, others } = state.field(lineEnds)
  const wanted = Math.max(0, offset - mark.length)
  if (usual.length === 1 && others.size === 0) return Math.min(wanted, state.doc.length)
  const exact = exactText(state).slice(mark.length, mark.length + wanted)
  return Math.min(exact.replace(lineEnd, '\n').length, state.doc.length)
}
