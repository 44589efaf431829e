import type { Text } from '@codemirror/state'
import type { ContentModel } from '../model/contentModel'
import {
  attributesOf,
  changeAttribute,
  isPlainValue,
  readValue,
  type TagAttribute,
  type TextChange,
} from '../model/startTag'
import { elementsOf, pathOf, type XmlElement } from '../model/xmlElements'
import { sourceOfTyped } from '../page/runTokens'

/** An element in a line of text, or a part of one. */
export interface InlinePart {
  element: XmlElement
  path: string[]
  attributes: TagAttribute[]
  /** The text of a part that holds no others; undefined where none can be typed. */
  text: string | undefined
}

/** The author's changes of a part. */
export interface PartEdit {
  text?: string
  /** Undefined takes an attribute away. */
  attributes: ReadonlyMap<string, string | undefined>
}

/** More parts would not be a small form any more. */
const maxParts = 40

/** The element that begins at a place with all elements in it; none when there is no such element. */
export function partsOf(doc: Text, from: number, model: ContentModel | undefined): InlinePart[] {
  const all = elementsOf(doc)
  const whole = all.find((element) => element.from === from)
  if (!whole) return []
  const parts = all.filter((element) => whole.from <= element.from && element.to <= whole.to)
  return parts.slice(0, maxParts).map((element) => {
    const path = pathOf(element)
    const tag = doc.sliceString(element.from, element.openEnd)
    return {
      element,
      path,
      attributes: attributesOf(tag, element.from),
      text: textOf(doc, element, path, model),
    }
  })
}

function textOf(
  doc: Text,
  { children, isClosed, openEnd, closeStart }: XmlElement,
  path: string[],
  model: ContentModel | undefined,
): string | undefined {
  const source = doc.sliceString(openEnd, closeStart)
  const mayHaveText = source.trim() !== '' || model?.hasText(path)
  // Comments, sections and entities of a document type stay as they are, and so do lines that are kept as written.
  const isVerbatim = path.at(-1) === 'verbatimText' && /[\r\n]/.test(source)
  const isPlain = !source.includes('<') && !isVerbatim && isPlainValue(source.replace(/[\r\n]+/g, ' '))
  return children.length === 0 && isClosed && mayHaveText && isPlain ? readValue(source) : undefined
}

/** The changes of the text that make the edits of parts, by their numbers. */
export function changesOf(
  doc: Text,
  parts: readonly InlinePart[],
  edits: ReadonlyMap<number, PartEdit>,
): TextChange[] {
  const changes = parts.flatMap(({ element, text: before }, number) => {
    const edit = edits.get(number)
    const { from, openEnd, closeStart } = element
    const tag = doc.sliceString(from, openEnd)
    const ofTag = [...(edit?.attributes ?? [])].flatMap(([name, value]) => {
      const change = changeAttribute(tag, from, name, value)
      return change ? [change] : []
    })
    const isTyped = edit?.text !== undefined && edit.text !== before
    const insert = isTyped ? sourceOfTyped(edit.text ?? '') : ''
    return isTyped ? [...ofTag, { from: openEnd, to: closeStart, insert }] : ofTag
  })
  return changes.sort((one, other) => one.from - other.from || one.to - other.to)
}
