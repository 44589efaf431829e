import type { EditorState } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import type { ContentModel } from './contentModel'
import { attributesOf, type TextChange } from './startTag'
import { elementsOf, pathOf, type XmlElement } from './xmlElements'

const step = '  '
/** White space by the definition of XML; a no-break space is text. */
const whiteSpace = /^[ \t\r\n]*$/

/** Whether an element or one around it keeps its white space. */
function isPreserved(state: EditorState, element: XmlElement): boolean {
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    const attributes = attributesOf(state.sliceDoc(at.from, at.openEnd), at.from)
    const space = attributes.find(({ name }) => name === 'xml:space')
    if (space) return space.value === 'preserve'
  }
  return false
}

/** Whether an element holds nothing but other elements, with white space between them, and may hold no text. */
function isSpaced(state: EditorState, element: XmlElement, model: ContentModel | undefined): boolean {
  if (element.children.length === 0) return false
  const path = pathOf(element)
  // White space between the words of an unknown element may be text.
  if (!model?.isKnown(path) || model.hasText(path) || isPreserved(state, element)) return false
  let at = element.openEnd
  for (const { from, to } of [...element.children, { from: element.closeStart, to: 0 }]) {
    if (!whiteSpace.test(state.sliceDoc(at, from))) return false
    at = to
  }
  return true
}

/** The white space before an element at the beginning of its line; undefined when something else stands there. */
function indentOf(state: EditorState, { from }: XmlElement): string | undefined {
  const before = state.sliceDoc(state.doc.lineAt(from).from, from)
  return whiteSpace.test(before) ? before : undefined
}

/**
 * The changes that put each child in the selected part on a line of its own, indented below its element. Only white
 * space between elements changes, and nothing where text may stand.
 */
export function formatChanges(
  state: EditorState,
  from: number,
  to: number,
  model: ContentModel | undefined,
): TextChange[] {
  const changes: TextChange[] = []
  const indents = new Map<XmlElement, string>()
  for (const element of elementsOf(state.doc)) {
    if (element.to <= from || element.from >= to) continue
    const own = indents.get(element) ?? indentOf(state, element)
    if (own === undefined || !element.isClosed || !isSpaced(state, element, model)) continue
    let at = element.openEnd
    for (const child of element.children) {
      if (at >= from && child.from <= to)
        changes.push({ from: at, to: child.from, insert: `\n${own}${step}` })
      indents.set(child, own + step)
      at = child.to
    }
    if (at >= from && element.closeStart <= to)
      changes.push({ from: at, to: element.closeStart, insert: `\n${own}` })
  }
  return changes
    .filter((change) => state.sliceDoc(change.from, change.to) !== change.insert)
    .sort((one, other) => one.from - other.from)
}

/** Formats what is selected, and nothing else. */
export const formatSelection =
  (model: () => ContentModel | undefined): Command =>
  ({ state, dispatch }) => {
    const { from, to, empty } = state.selection.main
    if (empty || state.readOnly) return false
    const changes = formatChanges(state, from, to, model())
    if (changes.length > 0)
      dispatch(state.update({ changes, userEvent: 'input.format', scrollIntoView: true }))
    return true
  }
