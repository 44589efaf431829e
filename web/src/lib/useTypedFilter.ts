import { useEffect, useState } from 'react'

const pauseMs = 300

interface TypedFilter {
  text: string
  type: (text: string) => void
  applyNow: (text: string) => void
}

/** A filter that is typed: applied when the typing pauses, and following `value` when that changes elsewhere. */
export function useTypedFilter(value: string, apply: (text: string) => void): TypedFilter {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // Our own text coming back must not undo what was typed since.
    if (value !== applied) {
      setText(value)
      setApplied(value)
    }
  }
  const applyNow = (next: string) => {
    setText(next)
    setApplied(next)
    apply(next)
  }
  useEffect(() => {
    if (text === applied) return
    const timer = setTimeout(() => {
      setApplied(text)
      apply(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, applied, apply])
  return { text, type: setText, applyNow }
}
