import { useEffect, useState } from 'react'
import { refreshPlaces } from '@/api/comments'
import { usePaused } from '@/lib/usePaused'
import { useStore } from '@/ui/store'
import type { Saver } from './saving/saver'

/** Saves follow each other every two seconds while somebody types; all threads are compared with each text. */
const pauseMs = 10_000

/** Looks for the paragraphs of threads again after a pause of typing: they may be elsewhere then. */
export function useRefreshedPlaces(saver: Pick<Saver, 'state'>, path: string): void {
  const state = useStore(saver.state)
  const on = state.kind === 'saved' ? state.on : undefined
  const [shown, setShown] = useState({ on, number: 0 })
  if (on !== undefined && on !== shown.on) setShown({ on, number: shown.number + 1 })
  const saves = usePaused(shown.number, pauseMs)
  useEffect(() => {
    if (saves > 0) refreshPlaces(path)
  }, [saves, path])
}
