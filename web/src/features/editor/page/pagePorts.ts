import type { EditorView } from '@codemirror/view'
import type { DraftPage } from '@/api/types'
import type { RunLabel } from './editedRun'
import type { FormatName } from './formats'
import type { BlockKey } from './pageKeys'
import type { RunMark } from './runTokens'

export interface PagePorts {
  /** The source editor, which has the text and its history. */
  source: EditorView
  labelOf: RunLabel
  nodesOf: (page: DraftPage) => DocumentFragment
  /** Enter in a run: its block is split, or another one follows. */
  onSplit: (position: number) => void
  /** Backspace at the beginning of a run. */
  onJoin: (position: number) => void
  /** A key for the block. */
  onBlockKey: (command: BlockKey, position: number) => void
  /** Ctrl+/, or a slash in an empty run: something is to be inserted. */
  onInsert: () => void
  /** The element for a format at a place; undefined when the schema does not allow it. */
  markFor: (format: FormatName, position: number) => RunMark | undefined
  onRefused: () => void
  /** The cursor is in another run, or its text has changed. */
  onPlace: (position: number, element: string) => void
  /** The author tried to cut a reference or another part that has no words of its own. */
  onCutChip: () => void
  /** A page is shown. */
  onShown: () => void
}
