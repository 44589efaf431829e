import type { Text } from '@codemirror/state'
import { attributesOf } from './startTag'
import { contentAt, elementsOf, pathOf } from './xmlElements'

/** The markup at a place of the source. */
export type SourcePlace =
  /** The name of a new element. */
  | { kind: 'element'; from: number; path: string[]; before: string[]; behind: string[] }
  /** The name in an end tag. */
  | { kind: 'endTag'; from: number; name: string }
  /** The name of an attribute; `path` ends with its element. */
  | { kind: 'attribute'; from: number; path: string[]; present: string[] }
  | { kind: 'value'; from: number; path: string[]; attribute: string; isQuoted: boolean }

const longestTag = 4000
const name = '[^\\s<>/=!?\'"]'
const elementStart = new RegExp(`^<(${name}*)$`)
const endTag = new RegExp(`^</(${name}*)$`)
const attributes = `(?:\\s+${name}+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*`
const attributeStart = new RegExp(`^<(${name}+)${attributes}\\s+(${name}*)$`)
const valueStart = new RegExp(`^<(${name}+)${attributes}\\s+(${name}+)\\s*=\\s*(["']?)([^"'<>]*)$`)

/** The markup before a place; undefined in text, comments and the like. */
export function placeAt(doc: Text, position: number): SourcePlace | undefined {
  const near = doc.sliceString(Math.max(0, position - longestTag), position)
  const at = near.lastIndexOf('<')
  if (at < 0) return undefined
  const tag = near.slice(at)
  const from = position - tag.length
  if (isOpaque(doc.sliceString(0, position))) return undefined
  const [, typed] = elementStart.exec(tag) ?? []
  if (typed !== undefined) return elementPlace(doc, from, position)
  const [, closing] = endTag.exec(tag) ?? []
  if (closing !== undefined) {
    const open = contentAt(elementsOf(doc), from)
    return open && { kind: 'endTag', from: from + 2, name: open.name }
  }
  const [, element, begun] = attributeStart.exec(tag) ?? []
  if (element !== undefined && begun !== undefined) {
    const whole = wholeTag(doc, from, position)
    const present = attributesOf(whole, from).filter(
      ({ to }) => to <= from + tag.length - begun.length || to > position,
    )
    return {
      kind: 'attribute',
      from: position - begun.length,
      path: [...pathOf(contentAt(elementsOf(doc), from)), element],
      present: present.map(({ name: own }) => own),
    }
  }
  const [, owner, attribute, quote, value] = valueStart.exec(tag) ?? []
  if (owner === undefined || attribute === undefined || value === undefined) return undefined
  return {
    kind: 'value',
    from: position - value.length,
    path: [...pathOf(contentAt(elementsOf(doc), from)), owner],
    attribute,
    isQuoted: quote !== '',
  }
}

const opaque = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** Whether a text ends inside of a comment, a `CDATA` section or an instruction. */
const isOpaque = (before: string) =>
  opaque.some(([start, end]) => {
    const at = before.lastIndexOf(start)
    return at >= 0 && before.indexOf(end, at) < 0
  })

function elementPlace(doc: Text, from: number, position: number): SourcePlace {
  const parent = contentAt(elementsOf(doc), from)
  const beside = parent?.children ?? []
  const before = beside.filter(({ to }) => to <= from)
  const behind = beside.filter((child) => child.from >= position)
  const names = (elements: typeof beside) => elements.map((element) => element.name)
  return {
    kind: 'element',
    from: from + 1,
    path: pathOf(parent),
    before: names(before),
    behind: names(behind),
  }
}

/** The start tag that begins at a place, as far as it goes. */
function wholeTag(doc: Text, from: number, position: number): string {
  const rest = doc.sliceString(position, position + longestTag)
  const end = rest.search(/[<>]/)
  return doc.sliceString(from, end < 0 ? position : position + end)
}
