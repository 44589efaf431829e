import type { Text } from '@codemirror/state'

/** An element of a text that need not be well-formed yet. */
export interface XmlElement {
  name: string
  from: number
  /** Behind the start tag. */
  openEnd: number
  /** Before the end tag; `to` for an element without one. */
  closeStart: number
  to: number
  /** Whether it has a start and an end tag. */
  isClosed: boolean
  parent: XmlElement | undefined
  children: XmlElement[]
}

const piece =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<!DOCTYPE(?:[^[>"']|"[^"]*"|'[^']*'|\[[\s\S]*?\])*>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?'"=]+)(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g

/** Finds the elements of a text. Tags that match no other are left out. */
export function readElements(text: string): XmlElement[] {
  const all: XmlElement[] = []
  const open: XmlElement[] = []
  for (const { 0: tag, 1: closed, 2: opened, index } of text.matchAll(piece)) {
    const end = index + tag.length
    if (closed !== undefined) {
      const at = open.findLastIndex(({ name }) => name === closed)
      if (at < 0) continue
      const [own, ...unclosed] = open.splice(at)
      for (const element of unclosed) Object.assign(element, { closeStart: index, to: index })
      if (own) Object.assign(own, { closeStart: index, to: end, isClosed: true })
    } else if (opened !== undefined) {
      const parent = open.at(-1)
      const element: XmlElement = {
        name: opened,
        from: index,
        openEnd: end,
        closeStart: end,
        to: end,
        isClosed: false,
        parent,
        children: [],
      }
      parent?.children.push(element)
      all.push(element)
      if (!tag.endsWith('/>')) open.push(element)
    }
  }
  for (const element of open) Object.assign(element, { closeStart: text.length, to: text.length })
  return all
}

const known = new WeakMap<Text, XmlElement[]>()

/** The elements of the text in an editor, in their order. */
export function elementsOf(doc: Text): XmlElement[] {
  const found = known.get(doc) ?? readElements(doc.sliceString(0))
  known.set(doc, found)
  return found
}

/** The innermost element around a place; its tags belong to it. */
export function elementAt(elements: readonly XmlElement[], position: number): XmlElement | undefined {
  return elements.findLast(({ from, to }) => from < position && position < to)
}

/** The innermost element whose content is around a place. */
export function contentAt(elements: readonly XmlElement[], position: number): XmlElement | undefined {
  return elements.findLast(({ openEnd, closeStart, to }) => {
    return openEnd <= position && position <= closeStart && openEnd < to
  })
}

/** The names of an element and of those around it, outermost first. */
export function pathOf(element: XmlElement | undefined): string[] {
  const names: string[] = []
  for (let at = element; at; at = at.parent) names.unshift(at.name)
  return names
}
