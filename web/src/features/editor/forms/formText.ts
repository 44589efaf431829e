import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { FormDraft } from '@/api/forms'
import type { FormEdit } from '@/api/types'
import { tabId } from '@/lib/editing/tab'

/** The text that a form was opened for. */
export interface FormTarget {
  path: string
  /** The editor with the text, which is another one after the page was hidden for a while; null while there is none. */
  view: () => EditorView | null
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
export function applyEdits(target: FormTarget, edits: readonly FormEdit[]): boolean {
  const view = openView(target)
  if (view && edits.length > 0)
    view.dispatch({
      changes: edits
        .map(({ from, to, text }) => ({ from, to, insert: text }))
        .sort((one, other) => one.from - other.from || one.to - other.to),
      userEvent: 'input.form',
    })
  return view !== undefined
}

/** The editor of a form, while it has the text that the form was opened for and can change it. */
export function openView({ view, doc }: FormTarget): EditorView | undefined {
  const open = view()
  return open && open.state.doc === doc && !open.state.readOnly ? open : undefined
}

/** A text, and the beginning of the element in it that a form is about. */
export interface FormPlace {
  target: FormTarget
  element?: number
}

/**
 * The same place in the text as it is now. Undefined when the text cannot be changed, or when `needsPlace` and the text was
 * changed right there.
 */
export function renewed({ target, element }: FormPlace, needsPlace: boolean): FormPlace | undefined {
  const state = target.view()?.state
  if (!state || state.readOnly) return undefined
  const { doc } = state
  const moved = movedBetween(target.doc.toString(), doc.toString())
  const position = moved(target.position)
  // All tags begin alike: the name tells them apart.
  const name = element === undefined ? undefined : moved(element + 1)
  const start = name === undefined ? undefined : name - 1
  if (needsPlace && (position === undefined || (element !== undefined && start === undefined)))
    return undefined
  return { target: { ...target, doc, position: position ?? 0 }, element: start }
}

/**
 * Where the characters of a text are in another one that differs from it in one stretch. Undefined within that stretch, and
 * also where equal words around it leave open which ones were added or removed.
 */
function movedBetween(before: string, after: string) {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  let end = 0
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const surelyBefore = Math.min(start, most - end)
  const surelyAfter = before.length - Math.min(end, most - start)
  return (place: number): number | undefined => {
    if (before === after || place < surelyBefore) return place
    return place >= surelyAfter ? place + after.length - before.length : undefined
  }
}
