import { ChangeSet, EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { BlockCommand, BlockEdit, FormEdit } from '@/api/types'

/** Asks for the edits that a position of a text allows. */
export type LoadEdits = (text: string, position: number, commands: BlockCommand[]) => Promise<BlockEdit[]>

/** Edits of a text in which a command was done, so that it is whole; the place is that of the cursor. */
export type CompleteEdit = (text: string, position: number) => Promise<readonly FormEdit[]>

export interface WantedEdit {
  command: BlockCommand
  position: number
  depth?: number
  /** The element that is inserted. */
  inserted?: string
  /** Both become one step of the history, and none when this fails. */
  complete?: CompleteEdit
}

/**
 * Makes the edit of a block that a command stands for; of the block nearest to the text, unless a depth is given. Returns
 * the place of the cursor afterwards, or undefined when the module does not allow the edit.
 */
export async function editBlock(
  source: EditorView,
  load: LoadEdits,
  wanted: WantedEdit,
): Promise<number | undefined> {
  const { command, position, depth, inserted, complete } = wanted
  const { doc } = source.state
  const edits = await load(doc.sliceString(0), position, [command])
  const edit = edits.find((each) => {
    const isThere = depth === undefined ? each.nearest : each.depth === depth
    return isThere && each.inserted === inserted
  })
  if (!edit) return undefined
  const first = source.state.changes({ from: edit.from, to: edit.to, insert: edit.text })
  const more = await complete?.(first.apply(doc).sliceString(0), edit.caret)
  // A text that has changed meanwhile needs another edit.
  if (source.state.doc !== doc || source.state.readOnly) return undefined
  const rest = ChangeSet.of(
    (more ?? []).map(({ from, to, text }) => ({ from, to, insert: text })),
    first.newLength,
    source.state.facet(EditorState.lineSeparator),
  )
  const caret = rest.mapPos(edit.caret, 1)
  // Undo puts the cursor there again.
  source.dispatch({ selection: { anchor: position } })
  source.dispatch({
    changes: first.compose(rest),
    selection: { anchor: caret },
    userEvent: 'input.block',
    scrollIntoView: true,
  })
  return caret
}
