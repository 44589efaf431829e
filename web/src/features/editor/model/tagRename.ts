import { EditorState, type Extension, type Transaction } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import { elementAt, elementsOf, type XmlElement } from './xmlElements'

const nameSigns = /^[^\s<>/=!?'"&]*$/
const longestName = 200

/** The places of the names in both tags of an element. */
const namesOf = ({ from, name, closeStart }: XmlElement) => {
  const [start, end] = [from + 1, closeStart + 2]
  return [
    { from: start, to: start + name.length },
    { from: end, to: end + name.length },
  ] as const
}

/** Whether a place is in the name of a tag, or behind it. */
function isInName(state: EditorState, position: number): boolean {
  const near = state.sliceDoc(Math.max(0, position - longestName), position)
  return /<\/?[^\s<>/=!?'"&]*$/.test(near)
}

/** The change of the other tag that belongs to a change of a name in a tag. */
function otherChange(transaction: Transaction) {
  let change: { from: number; to: number; insert: string } | undefined
  let count = 0
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    count++
    change = { from, to, insert: inserted.toString() }
  })
  if (!change || count !== 1 || !nameSigns.test(change.insert)) return undefined
  const { from, to, insert } = change
  if (!isInName(transaction.startState, from)) return undefined
  for (const element of elementsOf(transaction.startState.doc)) {
    if (!element.isClosed) continue
    const [start, end] = namesOf(element)
    for (const [own, other] of [[start, end] as const, [end, start] as const]) {
      if (from < own.from || to > own.to) continue
      const shift = other.from - own.from
      return { from: from + shift, to: to + shift, insert }
    }
  }
  return undefined
}

/** Renames both tags of an element when the author renames one of them, in one step of the history. */
export const tagRename: Extension = EditorState.transactionFilter.of((transaction) => {
  const isTyped = transaction.isUserEvent('input') || transaction.isUserEvent('delete')
  if (!transaction.docChanged || !isTyped || transaction.startState.readOnly) return transaction
  if (transaction.isUserEvent('input.block')) return transaction
  const other = otherChange(transaction)
  return other ? [transaction, { changes: other }] : transaction
})

/** Selects the name in the start tag of the element at the cursor; what is typed then renames both tags. */
export const selectTagName: Command = ({ state, dispatch }) => {
  const element = elementAt(elementsOf(state.doc), state.selection.main.head)
  if (!element) return false
  const [{ from, to }] = namesOf(element)
  dispatch(state.update({ selection: { anchor: from, head: to }, scrollIntoView: true }))
  return true
}
