import type { EditorView } from '@codemirror/view'
import type { BlockCommand, BlockEdit } from '@/api/types'

/** Asks for the edits that a position of a text allows. */
export type LoadEdits = (text: string, position: number, commands: BlockCommand[]) => Promise<BlockEdit[]>

/**
 * Makes the edit of a block that a command stands for; of the block nearest to the text, unless a depth is given. Returns
 * the place of the cursor afterwards, or undefined when the module does not allow the edit.
 */
export async function editBlock(
  source: EditorView,
  load: LoadEdits,
  wanted: { command: BlockCommand; position: number; depth?: number; inserted?: string },
): Promise<number | undefined> {
  const { command, position, depth, inserted } = wanted
  const { doc } = source.state
  const edits = await load(doc.sliceString(0), position, [command])
  const edit = edits.find((each) => {
    const isThere = depth === undefined ? each.nearest : each.depth === depth
    return isThere && each.inserted === inserted
  })
  // A text that has changed meanwhile needs another edit.
  if (!edit || source.state.doc !== doc || source.state.readOnly) return undefined
  // Undo puts the cursor there again.
  source.dispatch({ selection: { anchor: position } })
  source.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.text },
    selection: { anchor: edit.caret },
    userEvent: 'input.block',
    scrollIntoView: true,
  })
  return edit.caret
}
