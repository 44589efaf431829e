import { type FormatName, isFormat } from './formats'

/** A command on the block at the cursor. */
export type BlockKey =
  | 'moveUp'
  | 'moveDown'
  | 'indent'
  | 'outdent'
  | 'addBefore'
  | 'addAfter'
  | 'duplicate'
  | 'delete'
  | TableKey

/** A command on the table at the cursor. */
type TableKey = 'addRowAbove' | 'addRowBelow' | 'addColumnLeft' | 'addColumnRight'

/** The meaning of a key on the page, besides typing. */
export type PageKey = 'undo' | 'redo' | 'insert' | 'chip' | BlockKey | FormatName

const commandKeys: Record<string, PageKey> = {
  y: 'redo',
  '/': 'insert',
  ']': 'indent',
  '[': 'outdent',
  ',': 'formatSubscript',
  '.': 'formatSuperscript',
  // Chinese input methods on Windows take Ctrl+. for themselves.
  '<': 'formatSubscript',
  '>': 'formatSuperscript',
}

const shiftedKeys: Record<string, PageKey> = { z: 'redo', enter: 'addBefore', backspace: 'delete' }
const plainKeys: Record<string, PageKey> = { z: 'undo', enter: 'addAfter' }
/** With Ctrl, Alt and Shift: with Ctrl and Alt alone screen readers move from cell to cell, and browsers to other tabs. */
const tableKeys: Record<string, PageKey> = {
  arrowup: 'addRowAbove',
  arrowdown: 'addRowBelow',
  arrowleft: 'addColumnLeft',
  arrowright: 'addColumnRight',
}
const altKeys: Record<string, PageKey> = { arrowup: 'moveUp', arrowdown: 'moveDown', enter: 'chip' }

/** The meaning of a key; undefined when the browser knows what to do. */
export function pageKey(event: KeyboardEvent): PageKey | undefined {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  const key = event.key.toLowerCase()
  if (isCommand) return (event.shiftKey ? shiftedKeys : plainKeys)[key] ?? commandKeys[key]
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? tableKeys[key] : undefined
  if (!event.altKey) return undefined
  return event.shiftKey ? (key === 'arrowdown' ? 'duplicate' : undefined) : altKeys[key]
}

export const isFormatKey = (key: PageKey): key is FormatName => isFormat(key)
