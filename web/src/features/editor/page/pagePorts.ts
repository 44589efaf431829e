import type { EditorView } from '@codemirror/view'
import type { DraftPage } from '@/api/types'
import type { ChosenChip, RunLabel } from './editedRun'
import type { FormatName, TextRange } from './formats'
import type { BlockKey } from './pageKeys'
import type { RunMark } from './runTokens'

/** How something was pasted, where the author has to know. */
type PasteOutcome = 'done' | 'partly' | 'pictures' | 'replaced' | 'plain' | 'large' | 'tooLong'

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
  /** Ctrl+/, or a slash in an empty run: something is to be inserted. What was typed for it. */
  onInsert: (typed: string) => void
  /** Pastes HTML in the place of what is selected. Returns false when it has to be plain text. */
  pasteHtml: (html: string, selected: TextRange, element: string) => boolean
  onPasted: (outcome: PasteOutcome) => void
  /** The element for a format of what is selected; undefined when the schema does not allow it. */
  markFor: (format: FormatName, selected: TextRange) => RunMark | undefined
  onRefused: () => void
  /** The cursor has moved. */
  onCaret: (position: number) => void
  /** The cursor is in another run, or its text has changed. */
  onPlace: (position: number, element: string) => void
  /** The author wants to edit an element that stands in the text as a whole. */
  onChip: (chip: ChosenChip) => void
  /** A key, before it means anything else. Returns whether it was used. */
  onKey: (event: KeyboardEvent) => boolean
  /** The author tried to cut a reference or another part that has no words of its own. */
  onCutChip: () => void
  /** A page is shown. */
  onShown: () => void
}
