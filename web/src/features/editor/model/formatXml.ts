import type { EditorState } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import type { ContentModel } from './contentModel'
import type { TextChange } from './startTag'
import { elementsOf, pathOf, type XmlElement } from './xmlElements'

const step = '  '

/** Whether an element holds nothing but other elements, with white space between them. */
function isSpaced(state: EditorState, element: XmlElement, model: ContentModel | undefined): boolean {
  if (element.children.length === 0) return false
  const path = pathOf(element)
  if (model?.isKnown(path) && model.hasText(path)) return false
  let at = element.openEnd
  for (const { from, to } of [...element.children, { from: element.closeStart, to: 0 }]) {
    if (state.sliceDoc(at, from).trim() !== '') return false
    at = to
  }
  return true
}

/** The white space before an element at the beginning of its line; undefined when something else stands there. */
function indentOf(state: EditorState, { from }: XmlElement): string | undefined {
  const before = state.sliceDoc(state.doc.lineAt(from).from, from)
  return before.trim() === '' ? before : undefined
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
