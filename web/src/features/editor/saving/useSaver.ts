import { useEffect, useRef, useState } from 'react'
import { subscribeToSession } from '@/lib/session'
import { type ConfirmedText, createSaver, type Saver, type SaverPorts } from './saver'

interface SaverStart {
  confirmed: ConfirmedText
  isMine: boolean
  /** A text that the server does not have yet. */
  unsaved: string | undefined
  ports: SaverPorts
}

/**
 * A saver that lives with the page and saves at once when the page is hidden, left or connected again. Behind the lock
 * React ends all effects of the page and begins them again later, with everything that was typed still there.
 */
export function useSaver(given: SaverStart): Saver {
  const [saver] = useState(() => createSaver(given.confirmed, given.isMine, given.ports))
  const [{ unsaved }] = useState(given)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    if (unsaved === undefined) return
    saver.edited(() => unsaved)
    void saver.flush()
  }, [saver, unsaved])
  useEffect(() => {
    saver.start()
    const flush = () => void saver.flush()
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!saver.hasUnconfirmed()) return
      flush()
      event.preventDefault()
    }
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      flush()
    }
    document.addEventListener('visibilitychange', onHide)
    document.addEventListener('keydown', onKey)
    window.addEventListener('beforeunload', onUnload)
    window.addEventListener('online', flush)
    const unsubscribe = subscribeToSession(flush)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('beforeunload', onUnload)
      window.removeEventListener('online', flush)
      unsubscribe()
      flush()
      saver.stop()
    }
  }, [saver])
  return saver
}
