import { useEffect, useState } from 'react'

/** The value after it has not changed for a moment, for text that is being typed. */
export function usePaused<Value>(value: Value, pauseMs: number): Value {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return paused
}
