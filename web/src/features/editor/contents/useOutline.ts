import { redoDepth, undoDepth } from '@codemirror/commands'
import type { Text } from '@codemirror/state'
import type { EditorView, ViewUpdate } from '@codemirror/view'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { editOutline } from '@/api/modules'
import type { EntryChange, OutlineEntry } from '@/api/types'
import { tabId } from '@/lib/editing/tab'
import { showProblem } from '@/lib/showProblem'
import type { SourceHandle } from '../source/SourceEditor'

const pauseMs = 250

export interface OutlineState {
  /** Undefined until they are read. */
  entries: readonly OutlineEntry[] | undefined
  /** Why the entries cannot be read, if so. */
  problem: string | undefined
  /** The entries are not those of the text, or a change is on its way. */
  busy: boolean
  canUndo: boolean
  canRedo: boolean
}

export interface MadeChange {
  entries: readonly OutlineEntry[]
  /** The text is another one than before. */
  isNew: boolean
}

const historyOf = ({ state }: EditorView) => ({
  canUndo: undoDepth(state) > 0,
  canRedo: redoDepth(state) > 0,
})

/** The entries of the text in the source editor. Changes are made there, so that there is one history for all views. */
export function useOutline(path: string, source: RefObject<SourceHandle | null>) {
  const [state, setState] = useState<OutlineState>({
    entries: undefined,
    problem: undefined,
    busy: true,
    canUndo: false,
    canRedo: false,
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOwn = useRef(false)
  const asked = useRef(0)
  /** The text that the entries were read from; their numbers mean nothing in another one. */
  const readFrom = useRef<Text>(undefined)
  const load = useCallback(async () => {
    const view = source.current?.view()
    if (!view) return
    asked.current += 1
    const number = asked.current
    const { doc } = view.state
    try {
      const { entries } = await editOutline(path, tabId(), view.state.sliceDoc())
      if (number !== asked.current) return
      readFrom.current = doc
      setState({ entries, problem: undefined, busy: false, ...historyOf(view) })
    } catch (error) {
      if (number !== asked.current) return
      const problem = error instanceof Error ? error.message : String(error)
      setState(({ entries }) => ({ entries, problem, busy: false, ...historyOf(view) }))
    }
  }, [path, source])
  useEffect(() => {
    void load()
    return () => {
      clearTimeout(timer.current)
      asked.current += 1
    }
  }, [load])
  /** After a change of the text by another view, or by undo: nothing can be changed until its entries are read. */
  const follow = useCallback(
    (update: ViewUpdate) => {
      if (isOwn.current || !update.docChanged) return
      asked.current += 1
      setState((before) => ({ ...before, busy: true }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void load(), pauseMs)
    },
    [load],
  )
  /** Makes a change; resolves with `stale` when the text is another one meanwhile, and with undefined when refused. */
  const change = useCallback(
    async (wanted: EntryChange): Promise<MadeChange | 'stale' | undefined> => {
      const view = source.current?.view()
      if (!view) return undefined
      const { doc } = view.state
      if (doc !== readFrom.current) return 'stale'
      setState((before) => ({ ...before, busy: true }))
      try {
        const made = await editOutline(path, tabId(), view.state.sliceDoc(), wanted)
        // The text was changed meanwhile, as by undo: the positions are those of another text.
        if (view.state.doc !== doc) {
          await load()
          return 'stale'
        }
        isOwn.current = true
        dispatch(view, made.edits)
        isOwn.current = false
        asked.current += 1
        readFrom.current = view.state.doc
        setState({ entries: made.entries, problem: undefined, busy: false, ...historyOf(view) })
        return { entries: made.entries, isNew: made.edits.length > 0 }
      } catch (error) {
        // A text that was changed meanwhile is being read: only that ends the lock.
        if (view.state.doc === doc) setState((before) => ({ ...before, busy: false }))
        if (error instanceof Error) showProblem(error)
        return undefined
      }
    },
    [path, source, load],
  )
  return { ...state, change, follow }
}

function dispatch(view: EditorView, edits: readonly { from: number; to: number; text: string }[]): void {
  if (edits.length === 0) return
  view.dispatch({
    changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })),
    userEvent: 'input',
  })
}
