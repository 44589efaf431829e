import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'

interface SyncedText {
  text: string
  /** The text as of the last call of `type`, for code that runs before the next render. */
  latest: RefObject<string>
  type: (text: string) => void
  /** Announces that `text` is on its way to the source of `value`. */
  send: (text: string) => void
  /** The text that was sent last or that arrived from elsewhere since. */
  last: string
}

/**
 * A text edited here that follows `value` when that changes elsewhere. A sent text may come back as `value` at any later
 * time; it then undoes nothing that was typed since.
 */
export function useSyncedText(value: string): SyncedText {
  const [text, setText] = useState(value)
  const [last, setLast] = useState(value)
  const [pending, setPending] = useState<readonly string[]>([])
  const [received, setReceived] = useState(value)
  const latest = useRef(value)
  if (value !== received) {
    setReceived(value)
    const position = pending.indexOf(value)
    setPending(pending.slice(position < 0 ? pending.length : position + 1))
    if (position < 0) {
      setText(value)
      setLast(value)
    }
  }
  useLayoutEffect(() => {
    latest.current = text
  }, [text])
  const type = useCallback((next: string) => {
    latest.current = next
    setText(next)
  }, [])
  const send = useCallback((next: string) => {
    setLast(next)
    setPending((before) => [...before, next])
  }, [])
  return { text, latest, type, send, last }
}
