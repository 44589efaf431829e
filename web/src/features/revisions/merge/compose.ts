import type { MergeConflict, MergeResult } from '@/api/types'
import type { MergeOrigin, TextRange } from './mergedLines'

/** The choice at a conflict. Without one our text stays, as the merge left it. */
export type ConflictChoice =
  | { take: 'ours' | 'theirs' | 'both' }
  /** The element, or the value of the attribute, as it was typed. */
  | { take: 'edited'; text: string }

export interface ComposedText {
  text: string
  /** In the order of the text; parts of no span are of the base. */
  spans: (TextRange & { origin: MergeOrigin })[]
  /** Where each conflict stands now. */
  conflicts: TextRange[]
}

interface Splice extends TextRange {
  text: string
  origin: MergeOrigin
  conflict: number
}

const isAboutElement = ({ kind, attribute }: MergeConflict) =>
  kind !== 'declaration' && attribute === undefined

/** Elements of which several stand beside each other: a second title, category or table cell would say something wrong. */
const repeated =
  /^(?:p|note|warning|caution|row|figure|table|tgroup|pmEntry|dmRef|pmRef|externalPubRef)$|(?:[pP]ara|[lL]istItem|Step|Descr)$/

/** Both can stand beside each other only where both are elements of a kind that is repeated. */
export function mayKeepBoth(conflict: MergeConflict): boolean {
  const { kind, path, ours, theirs } = conflict
  const areTwo = ours !== undefined && theirs !== undefined
  const name = /([^/:[]+)(?:\[\d+\])?$/.exec(path)?.[1] ?? ''
  const mayRepeat = ['text', 'inserted', 'uncertain', 'table'].includes(kind) && repeated.test(name)
  return areTwo && isAboutElement(conflict) && mayRepeat
}

/** Whether their side can be taken over by itself; declarations stand outside of all elements. */
export function mayTakeTheirs(conflict: MergeConflict, text: string): boolean {
  if (conflict.kind !== 'declaration') return true
  return conflict.ours !== undefined && prologOf(text).includes(conflict.ours)
}

/** The text that stands at a conflict by a choice; undefined where nothing stands there. */
export function chosenText(conflict: MergeConflict, choice: ConflictChoice | undefined): string | undefined {
  const { ours, theirs } = conflict
  if (choice?.take === 'edited') return choice.text
  if (choice?.take === 'theirs') return theirs
  if (choice?.take === 'both') return [ours, theirs].filter((each) => each !== undefined).join('\n')
  return ours
}

/**
 * The choices at the conflicts of a text that was saved with choices. The merge is made again with the saved text as ours,
 * so that it differs from theirs wherever theirs was not taken: such a conflict is decided, and ours has the decision.
 */
export function settledChoices(
  before: readonly MergeConflict[],
  choices: readonly (ConflictChoice | undefined)[],
  now: readonly MergeConflict[],
): (ConflictChoice | undefined)[] {
  const nameOf = ({ path, attribute }: MergeConflict) => `${path} @${attribute ?? ''}`
  const decided = new Set(before.filter((_, index) => choices[index]).map(nameOf))
  return now.map((conflict) => (decided.has(nameOf(conflict)) ? { take: 'ours' } : undefined))
}

/** The merged text with the choices at its conflicts. */
export function composed(
  { text, conflicts, origins }: MergeResult,
  choices: readonly (ConflictChoice | undefined)[],
): ComposedText {
  const splices = outermost(conflicts.flatMap((_, index) => spliceAt(text, conflicts, choices, index)))
  const pieces = piecesOf(text, splices)
  let length = 0
  const placed = pieces.map((piece) => {
    const start = length
    length += piece.text.length
    return { ...piece, start, end: length }
  })
  return {
    text: placed.map((piece) => piece.text).join(''),
    spans: placed.flatMap((piece) => (piece.splice ? [spanOf(piece)] : keptSpans(piece, origins))),
    conflicts: conflicts.map((conflict, index) => placeOf(rangeOf(text, conflict), index, placed)),
  }
}

interface Piece {
  text: string
  /** The range in the text before the choices. */
  from: number
  to: number
  splice?: Splice
}

type PlacedPiece = Piece & TextRange

function piecesOf(text: string, splices: readonly Splice[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const splice of splices) {
    if (splice.start > at) pieces.push({ text: text.slice(at, splice.start), from: at, to: splice.start })
    pieces.push({ text: splice.text, from: splice.start, to: splice.end, splice })
    at = splice.end
  }
  pieces.push({ text: text.slice(at), from: at, to: text.length })
  return pieces
}

const spanOf = ({ start, end, splice }: PlacedPiece) => ({ start, end, origin: splice?.origin ?? 'base' })

function keptSpans(piece: PlacedPiece, origins: MergeResult['origins']) {
  const shift = piece.start - piece.from
  return origins
    .filter(({ start, end }) => start < piece.to && piece.from < end)
    .map(({ start, end, origin }) => ({
      start: Math.max(start, piece.from) + shift,
      end: Math.min(end, piece.to) + shift,
      origin: originOf(origin),
    }))
}

const originOf = (word: string): MergeOrigin =>
  (['ours', 'theirs', 'both'] as const).find((each) => each === word) ?? 'base'

/** A conflict about an attribute is about the start tag, not about the whole element. */
function rangeOf(text: string, conflict: MergeConflict): TextRange {
  const { kind, attribute, start, end, ours } = conflict
  if (kind === 'declaration') {
    const at = Math.max(0, prologOf(text).indexOf(ours ?? '<'))
    return { start: at, end: at + (ours?.length ?? 0) }
  }
  const tag = attribute === undefined ? undefined : startTagOf(text.slice(start, end))
  return tag === undefined ? { start, end } : { start, end: start + tag.length }
}

/** A conflict inside of another one that was replaced stands where that one does. */
function placeOf({ start, end }: TextRange, index: number, pieces: readonly PlacedPiece[]): TextRange {
  const own = pieces.find(({ splice }) => splice?.conflict === index)
  const first = pieces.find((piece) => piece.from <= start && start < piece.to) ?? pieces.at(-1)
  const last = pieces.find((piece) => piece.from < end && end <= piece.to) ?? first
  if (!first || !last) return { start: 0, end: 0 }
  const begins = first.splice ? first.start : first.start + start - first.from
  const ends = last.splice ? last.end : last.start + end - last.from
  // A place without text lies at the end of the piece before it, or in what was inserted there.
  if (start === end) return own ? { start: own.start, end: own.end } : { start: begins, end: begins }
  return { start: Math.min(begins, own?.start ?? begins), end: Math.max(ends, own?.end ?? ends) }
}

/** Choices inside of an element that is replaced as a whole no longer count. */
function outermost(splices: readonly Splice[]): Splice[] {
  const isInside = (inner: Splice, outer: Splice) => {
    if (inner === outer || outer.start === outer.end) return false
    // Of two about the same element the first one counts.
    if (inner.start === outer.start && inner.end === outer.end) return inner.conflict > outer.conflict
    // What is added behind an element is not part of it.
    if (inner.start === inner.end && inner.start === outer.end) return false
    return outer.start <= inner.start && inner.end <= outer.end
  }
  return splices
    .filter((inner) => !splices.some((outer) => isInside(inner, outer)))
    .sort((one, other) => one.start - other.start || one.end - other.end)
}

function spliceAt(
  text: string,
  conflicts: readonly MergeConflict[],
  choices: readonly (ConflictChoice | undefined)[],
  index: number,
): Splice[] {
  const [conflict, choice] = [conflicts[index], choices[index]]
  if (!conflict || !choice || choice.take === 'ours') return []
  const origin = choice.take === 'edited' ? 'ours' : 'theirs'
  const splice: MakeSplice = (start, end, by) => [{ start, end, text: by, origin, conflict: index }]
  if (conflict.kind === 'declaration') return declarationSplice(text, conflict, choice, splice)
  if (conflict.attribute !== undefined) return attributeSplice(text, conflict, choice, splice)
  const { start, end, ours = '', theirs = '' } = conflict
  if (choice.take === 'both') {
    return splice(end, end, `${indentAt(text, start)}${withoutIdsOf(ours, theirs)}`)
  }
  const taken = choice.take === 'edited' ? choice.text : theirs
  return splice(start, end, withAttributes(taken, sameElement(conflicts, choices, index)))
}

type MakeSplice = (start: number, end: number, by: string) => Splice[]

function declarationSplice(
  text: string,
  { ours, theirs = '' }: MergeConflict,
  choice: ConflictChoice,
  splice: MakeSplice,
): Splice[] {
  const at = ours ? prologOf(text).indexOf(ours) : -1
  if (at < 0 || ours === undefined) return []
  return splice(at, at + ours.length, choice.take === 'edited' ? choice.text : theirs)
}

function attributeSplice(
  text: string,
  conflict: MergeConflict,
  choice: ConflictChoice,
  splice: MakeSplice,
): Splice[] {
  const { start, end, attribute = '' } = conflict
  const tag = startTagOf(text.slice(start, end))
  if (tag === undefined) return []
  const value = chosenText(conflict, choice)
  const found = attributeIn(tag, attribute)
  if (found) return splice(start + found.start, start + found.end, spelled(attribute, value))
  const name = /^<[^\s/>]+/.exec(tag)?.[0].length ?? 0
  return splice(start + name, start + name, spelled(attribute, value))
}

/** The choices about attributes of an element that is replaced as a whole. */
function sameElement(
  conflicts: readonly MergeConflict[],
  choices: readonly (ConflictChoice | undefined)[],
  index: number,
) {
  const element = conflicts[index]
  return conflicts.flatMap((each, at) => {
    const choice = choices[at]
    const isSame = each.start === element?.start && each.end === element.end
    if (!isSame || each.attribute === undefined || !choice) return []
    return [{ name: each.attribute, value: chosenText(each, choice) }]
  })
}

function withAttributes(element: string, attributes: readonly { name: string; value: string | undefined }[]) {
  let changed = element
  for (const { name, value } of attributes) {
    const tag = startTagOf(changed)
    if (tag === undefined) continue
    const nameEnd = /^<[^\s/>]+/.exec(tag)?.[0].length ?? 0
    const { start, end } = attributeIn(tag, name) ?? { start: nameEnd, end: nameEnd }
    changed = changed.slice(0, start) + spelled(name, value) + changed.slice(end)
  }
  return changed
}

function startTagOf(element: string): string | undefined {
  return /^<[^\s/>!?]+(?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/.exec(element)?.[0]
}

/** With the white space before it, so that nothing stays behind when it is removed. */
function attributeIn(tag: string, name: string): TextRange | undefined {
  for (const match of tag.matchAll(/\s+([^\s=/>]+)\s*=\s*(?:"[^"]*"|'[^']*')/g)) {
    if (match[1] === name) return { start: match.index, end: match.index + match[0].length }
  }
  return undefined
}

function spelled(name: string, value: string | undefined): string {
  if (value === undefined) return ''
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    // Parsers read these as blanks.
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
  return ` ${name}="${escaped}"`
}

/** Two elements of the same id would not be valid, so the second one has none. */
function withoutIdsOf(ours: string, theirs: string): string {
  const used = new Set([...ours.matchAll(/\sid\s*=\s*["']([^"']*)["']/g)].map((match) => match[1]))
  return theirs.replaceAll(/\s+id\s*=\s*["']([^"']*)["']/g, (attribute, id) =>
    used.has(id) ? '' : attribute,
  )
}

/** The end of the line before an element, with its indentation; nothing where it stands within a line. */
function indentAt(text: string, start: number): string {
  const line = text.lastIndexOf('\n', start - 1)
  const before = text.slice(line, start)
  return line >= 0 && before.trim() === '' ? before : ''
}

const prologOf = (text: string) => text.slice(0, /<[^?!]/.exec(text)?.index ?? text.length)
