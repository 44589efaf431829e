import type { Text } from '@codemirror/state'
import type { ContentModel } from '../../model/contentModel'
import { contentAt, elementsOf, pathOf, type XmlElement } from '../../model/xmlElements'
import type { TextRange } from '../formats'
import { asParagraphs, type PastedBlock, withFlatCells } from './blocks'
import { fillCells } from './fillCells'
import { ElementMaker, endOfWords, fits, type NewElement, sourceOfNew } from './newElements'

/** A place on the page where something is pasted. */
interface PastePlace {
  doc: Text
  /** The selection there. */
  from: number
  to: number
  /** The local name of the element whose text is edited. */
  element: string
}

interface PasteChange {
  changes: { from: number; to: number; insert: string }[]
  /** The place of the cursor in the changed text. */
  caret: number
  /** Whether something of it became paragraphs, because the schema does not allow it there. */
  isPartly: boolean
  /** Whether there are new blocks, which the page has to show first. */
  isStructure: boolean
  /** Whether words that were not selected were replaced. */
  hasReplaced: boolean
}

const localName = (name: string) => name.replace(/^.*:/, '')

/** The change that pastes blocks; undefined when the schema does not allow them there, so that they are plain text. */
export function pasteChange(
  blocks: readonly PastedBlock[],
  place: PastePlace,
  model: ContentModel | undefined,
): PasteChange | undefined {
  const { doc, element } = place
  let around = contentAt(elementsOf(doc), place.from)
  while (around && localName(around.name) !== element) around = around.parent
  const isWithin = around && around.openEnd <= place.from && place.to <= around.closeStart
  const selected = around && isWithin && wholeRange(around, place)
  if (!around || !selected || !model) return undefined
  const { from, to } = selected
  const maker = new ElementMaker(model, around.name)
  const [only] = blocks
  if (blocks.length === 1 && only?.kind === 'paragraph') {
    const made = maker.inline(only.words, pathOf(around))
    const insert = sourceOfNew(made)
    const isPlain = made.every((part) => typeof part === 'string')
    if (isPlain || !allowsAt(model, around, from, to, made)) return undefined
    return {
      changes: [{ from, to, insert }],
      caret: from + insert.length,
      isPartly: false,
      isStructure: false,
      hasReplaced: false,
    }
  }
  if (blocks.length === 1 && only?.kind === 'table') {
    const filled = fillCells(only, around, doc, model, maker)
    if (filled) return { ...filled, isPartly: false, isStructure: true }
  }
  const withoutTables = blocks.flatMap((block) => (block.kind === 'table' ? asParagraphs(block) : [block]))
  const paragraphs = blocks.flatMap(asParagraphs)
  for (const tried of [blocks, blocks.map(withFlatCells), withoutTables, paragraphs]) {
    const change = blockChange(tried, { ...place, from, to }, around, model, maker)
    if (change) return { ...change, isPartly: tried !== blocks, isStructure: true, hasReplaced: false }
  }
  return undefined
}

/** The elements inside another one, in their order. */
const insideOf = ({ children }: XmlElement): XmlElement[] =>
  children.flatMap((child) => [child, ...insideOf(child)])

/**
 * The selection, with the tags of the elements whose words are all selected: the cursor is never between a tag and the
 * words before it. Undefined when it cuts an element in two, whose other tag would be left alone.
 */
function wholeRange(around: XmlElement, { from, to }: TextRange): TextRange | undefined {
  if (from === to) return { from, to }
  const inside = insideOf(around)
  const whole = inside.reduceRight(
    (range, { from: start, openEnd, closeStart, to: end }) => {
      const isTouched = start < range.to && range.from < end
      const isSelected = isTouched && range.from <= openEnd && closeStart <= range.to
      return isSelected ? { from: Math.min(range.from, start), to: Math.max(range.to, end) } : range
    },
    { from, to },
  )
  const isCut = inside.some((each) => {
    const isApart = each.to <= whole.from || whole.to <= each.from
    const isSelected = whole.from <= each.from && each.to <= whole.to
    const isAround = each.openEnd <= whole.from && whole.to <= each.closeStart
    return !isApart && !isSelected && !isAround
  })
  return isCut ? undefined : whole
}

const names = (elements: readonly { name: string }[]) => elements.map(({ name }) => name)

/** Whether elements may stand in the text of another one, in the place of what is selected. */
function allowsAt(
  model: ContentModel,
  around: XmlElement,
  from: number,
  to: number,
  made: readonly (NewElement | string)[],
): boolean {
  const before = around.children.filter((child) => child.to <= from)
  const behind = around.children.filter((child) => child.from >= to)
  // The cursor is inside an element of the line, or one is selected in part.
  if (before.length + behind.length + inside(around, from, to) < around.children.length) return false
  const inserted = made.filter((part) => typeof part !== 'string')
  const path = pathOf(around)
  return (
    model.accepts(path, [...names(before), ...names(inserted), ...names(behind)]) &&
    inserted.every((part) => fits(model, path, part))
  )
}

const inside = ({ children }: XmlElement, from: number, to: number) =>
  children.filter((child) => from <= child.from && child.to <= to && child.to > from && child.from < to)
    .length

/** Whether a source is white space. A no-break or an ideographic space is a sign of the text. */
const isBlank = (source: string) => /^[ \t\r\n]*$/.test(source)

/** The blocks behind the element, or in its place when it is empty. The first words go to the cursor at its end. */
function blockChange(
  blocks: readonly PastedBlock[],
  { doc, from, to }: PastePlace,
  around: XmlElement,
  model: ContentModel,
  maker: ElementMaker,
): Pick<PasteChange, 'changes' | 'caret'> | undefined {
  const parent = around.parent
  // Blocks beside a cell would be further cells.
  if (!parent || localName(around.name) === 'entry') return undefined
  const path = pathOf(parent)
  const text = (start: number, end: number) => doc.sliceString(start, end)
  const lead = text(around.openEnd, from)
  const isAtEnd = isBlank(text(to, around.closeStart))
  const isEmpty = isAtEnd && isBlank(lead) && !/\s/.test(text(around.from, around.openEnd))
  const [first, ...others] = blocks
  const isJoined = isAtEnd && !isEmpty && first?.kind === 'paragraph'
  const inline = isJoined && first?.kind === 'paragraph' ? maker.inline(first.words, pathOf(around)) : []
  if (isJoined && !allowsAt(model, around, from, around.closeStart, inline)) return undefined
  const made = maker.blocks(isJoined ? others : blocks, path)
  const own = isEmpty ? [] : [around]
  const at = parent.children.indexOf(around)
  const [before, behind] = [parent.children.slice(0, at), parent.children.slice(at + 1)]
  const all = [...names(before), ...names(own), ...names(made), ...names(behind)]
  if (!model.accepts(path, all) || !made.every((part) => fits(model, path, part))) return undefined
  const gap = />(\s*)$/.exec(text(Math.max(0, around.from - 200), around.from))?.[1] ?? ''
  const sources = made.map((part) => sourceOfNew([part]))
  if (isEmpty) {
    const insert = sources.join(gap)
    const changes = [{ from: around.from, to: around.to, insert }]
    return { changes, caret: around.from + endOfWords(insert) }
  }
  const words = sourceOfNew(inline)
  const insert = sources.map((source) => gap + source).join('')
  const shift = words.length - (to - from)
  const caret = insert === '' ? from + words.length : around.to + shift + endOfWords(insert)
  const changes = [
    { from, to, insert: words },
    { from: around.to, to: around.to, insert },
  ]
  return { changes, caret }
}
