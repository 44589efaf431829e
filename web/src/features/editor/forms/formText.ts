import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { FormDraft } from '@/api/forms'
import type { FormEdit } from '@/api/types'
import { tabId } from '@/lib/editing/tab'

/** The text that a form was opened for. */
export interface FormTarget {
  path: string
  view: EditorView
  doc: Text
  /** The place of the cursor. */
  position: number
}

/** The text as the forms send it to the server; positions in it are those of the editor. */
export const draftOf = ({ path, doc }: FormTarget): FormDraft => ({
  path,
  tab: tabId(),
  text: doc.sliceString(0),
})

/**
 * Makes the edits of a form in the text that it was opened for, as one step of the history. False when the text is another
 * one meanwhile, or cannot be changed.
 */
export function applyEdits({ view, doc }: FormTarget, edits: readonly FormEdit[]): boolean {
  if (view.state.doc !== doc || view.state.readOnly) return false
  if (edits.length > 0)
    view.dispatch({
      changes: edits
        .map(({ from, to, text }) => ({ from, to, insert: text }))
        .sort((one, other) => one.from - other.from || one.to - other.to),
      userEvent: 'input.form',
    })
  return true
}
