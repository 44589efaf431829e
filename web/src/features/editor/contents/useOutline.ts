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
  busy: boolean
}

/** The entries of the text in the source editor. Changes are made there, so that there is one history for all views. */
export function useOutline(path: string, source: RefObject<SourceHandle | null>) {
  const [state, setState] = useState<OutlineState>({ entries: undefined, problem: undefined, busy: true })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOwn = useRef(false)
  const asked = useRef(0)
  const load = useCallback(async () => {
    const view = source.current?.view()
    if (!view) return
    asked.current += 1
    const number = asked.current
    try {
      const { entries } = await editOutline(path, tabId(), view.state.sliceDoc())
      if (number === asked.current) setState({ entries, problem: undefined, busy: false })
    } catch (error) {
      if (number !== asked.current) return
      const problem = error instanceof Error ? error.message : String(error)
      setState(({ entries }) => ({ entries, problem, busy: false }))
    }
  }, [path, source])
  useEffect(() => {
    void load()
    return () => {
      clearTimeout(timer.current)
      asked.current += 1
    }
  }, [load])
  /** After a change of the text by another view, or by undo. */
  const follow = useCallback(
    (_: ViewUpdate) => {
      if (isOwn.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void load(), pauseMs)
    },
    [load],
  )
  /** Makes a change; resolves with the entries afterwards, or with undefined when it was refused. */
  const change = useCallback(
    async (wanted: EntryChange): Promise<readonly OutlineEntry[] | undefined> => {
      const view = source.current?.view()
      if (!view) return undefined
      const { doc } = view.state
      setState((before) => ({ ...before, busy: true }))
      try {
        const made = await editOutline(path, tabId(), view.state.sliceDoc(), wanted)
        // The text was changed meanwhile, as by undo: the positions are those of another text.
        if (view.state.doc !== doc) {
          await load()
          return undefined
        }
        isOwn.current = true
        dispatch(view, made.edits)
        isOwn.current = false
        asked.current += 1
        setState({ entries: made.entries, problem: undefined, busy: false })
        return made.entries
      } catch (error) {
        setState((before) => ({ ...before, busy: false }))
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
