import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'

/** The panel is open without a thread. */
const noThread = 'all'

export interface ReaderThreads {
  isShown: boolean
  /** The id of the thread that is open. */
  open: string | undefined
  setOpen: (id: string | undefined) => void
  show: () => void
  close: () => void
  /** The place that somebody writes a new comment on; an empty anchor stands for the whole module. */
  writing: { anchor: string; name: string } | undefined
  write: (anchor: string, name: string) => void
  stopWriting: () => void
}

/** Which comments are shown beside a module: kept in the address, so that a message can lead to its thread. */
export function useReaderThreads(path: string): ReaderThreads {
  const [params, setParams] = useSearchParams()
  const shown = params.get('thread') ?? undefined
  const [writing, setWriting] = useState<{ path: string; anchor: string; name: string }>()
  const set = useCallback(
    (thread: string | undefined) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (thread === undefined) after.delete('thread')
          else after.set('thread', thread)
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  return {
    isShown: shown !== undefined,
    open: shown === noThread ? undefined : shown,
    setOpen: (id) => set(id ?? noThread),
    show: () => set(noThread),
    close: () => {
      setWriting(undefined)
      set(undefined)
    },
    writing: writing?.path === path ? writing : undefined,
    write: (anchor, name) => {
      setWriting({ path, anchor, name })
      if (shown === undefined) set(noThread)
    },
    stopWriting: () => setWriting(undefined),
  }
}

/** The same, kept in the page: several modules are shown on it. */
export function useThreadState(): ReaderThreads {
  const [shown, setShown] = useState<string>()
  const [writing, setWriting] = useState<{ anchor: string; name: string }>()
  return {
    isShown: shown !== undefined,
    open: shown === noThread ? undefined : shown,
    setOpen: (id) => setShown(id ?? noThread),
    show: () => setShown(noThread),
    close: () => {
      setWriting(undefined)
      setShown(undefined)
    },
    writing,
    write: (anchor, name) => {
      setWriting({ anchor, name })
      setShown((before) => before ?? noThread)
    },
    stopWriting: () => setWriting(undefined),
  }
}
