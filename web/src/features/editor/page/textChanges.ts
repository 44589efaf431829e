import type { ChangeDesc } from '@codemirror/state'

/** Whether a change reaches beyond a range: the element around it may have moved or gone. */
export function reachesBeyond(changes: ChangeDesc, from: number, to: number): boolean {
  let isBeyond = false
  changes.iterChangedRanges((fromA, toA) => {
    const isBeside = toA < from || to < fromA
    if (!isBeside && !(from <= fromA && toA <= to)) isBeyond = true
  })
  return isBeyond
}

/** The place of the cursor behind a change that was not made on the page: where it changed the text last. */
export function placeOfChange(changes: ChangeDesc, head: number): number {
  let place = head
  let isIn = false
  changes.iterChangedRanges((_fromA, _toA, fromB, toB) => {
    isIn ||= fromB <= head && head <= toB
    place = toB
  })
  // Undo restores the cursor as it was in the source, which does not know of clicks on the page.
  return isIn ? head : place
}
