import type { KeyboardEvent } from 'react'
import { childrenOf, type MoveName, placeAfter } from './outlineMoves'
import type { Contents } from './useContents'

const moveKeys: Readonly<Record<string, MoveName>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

interface KeyActions {
  onRename: (number: number) => void
  onRemove: (number: number) => void
}

/** Does what a key means on a row of the contents; says whether it means something. */
export function actOnKey(event: KeyboardEvent, contents: Contents, actions: KeyActions): boolean {
  const { entries, current } = contents
  if (current === undefined) return false
  const move = event.altKey ? moveKeys[event.key] : undefined
  if (move) {
    contents.move(current, placeAfter(entries, current, move))
    return true
  }
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  const isSection = entries[current]?.kind === 'section'
  switch (event.key) {
    case 'F2':
      if (contents.isLocked) contents.refuse()
      else if (isSection) actions.onRename(current)
      return true
    case 'Delete':
      if (contents.isLocked) contents.refuse()
      else actions.onRemove(current)
      return true
    default:
      return walk(event.key, contents, current, isSection)
  }
}

/** Moves the focus, opens and closes sections. */
function walk(key: string, contents: Contents, current: number, isSection: boolean): boolean {
  const { entries, rows } = contents
  const row = rows.indexOf(current)
  const isOpen = isSection && contents.isOpen(current) && contents.hasEntries(current)
  const step = (to: number | undefined) => {
    if (to !== undefined) contents.focus(to)
    return true
  }
  switch (key) {
    case 'ArrowDown':
      return step(rows[row + 1])
    case 'ArrowUp':
      return step(rows[row - 1])
    case 'Home':
      return step(rows[0])
    case 'End':
      return step(rows.at(-1))
    case 'ArrowRight':
      if (isOpen) return step(childrenOf(entries, current)[0])
      if (isSection) contents.toggle(current, true)
      return true
    case 'ArrowLeft':
      if (!isOpen) return step(entries[current]?.parent)
      contents.toggle(current, false)
      return true
    default:
      return false
  }
}
