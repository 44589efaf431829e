import { useEffect, useEffectEvent } from 'react'
import { useSyncedText } from './useSyncedText'

const pauseMs = 300

interface TypedFilter {
  text: string
  type: (text: string) => void
  applyNow: (text: string) => void
}

/** A filter that is typed: applied when the typing pauses, and following `value` when that changes elsewhere. */
export function useTypedFilter(value: string, apply: (text: string) => void): TypedFilter {
  const { text, type, send, last } = useSyncedText(value)
  const applyNow = (next: string) => {
    type(next)
    send(next)
    apply(next)
  }
  const onPause = useEffectEvent(() => {
    send(text)
    apply(text)
  })
  useEffect(() => {
    if (text === last) return
    const timer = setTimeout(onPause, pauseMs)
    return () => clearTimeout(timer)
  }, [text, last])
  return { text, type, applyNow }
}
