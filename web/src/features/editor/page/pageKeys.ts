import { type FormatName, isFormat } from './formats'

/** What a key on the page stands for, besides typing. */
export type PageKey = 'undo' | 'redo' | 'moveUp' | 'moveDown' | 'indent' | 'outdent' | 'insert' | FormatName

const commandKeys: Record<string, PageKey> = {
  y: 'redo',
  '/': 'insert',
  ']': 'indent',
  '[': 'outdent',
  ',': 'formatSubscript',
  '.': 'formatSuperscript',
}

/** The meaning of a key; undefined when the browser knows what to do. */
export function pageKey(event: KeyboardEvent): PageKey | undefined {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
  const key = event.key.toLowerCase()
  if (isCommand) return key === 'z' ? (event.shiftKey ? 'redo' : 'undo') : commandKeys[key]
  if (!event.altKey) return undefined
  return event.key === 'ArrowUp' ? 'moveUp' : event.key === 'ArrowDown' ? 'moveDown' : undefined
}

export const isFormatKey = (key: PageKey): key is FormatName => isFormat(key)
