import { useState } from 'react'

interface Following {
  text: string
  type: (text: string) => void
  /** Says that `text` goes where `value` comes from. */
  send: (text: string) => void
  /** What was sent off last, or came from elsewhere since. */
  last: string
}

/**
 * A text that is typed here and follows `value` when that changes elsewhere. What was sent off from here comes back as
 * `value` at any time later, and then undoes nothing that was typed since.
 */
export function useFollowing(value: string): Following {
  const [text, type] = useState(value)
  const [last, setLast] = useState(value)
  const [onTheWay, setOnTheWay] = useState<readonly string[]>([])
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    const place = onTheWay.indexOf(value)
    setOnTheWay(onTheWay.slice(place < 0 ? onTheWay.length : place + 1))
    if (place < 0) {
      type(value)
      setLast(value)
    }
  }
  const send = (next: string) => {
    setLast(next)
    setOnTheWay((before) => [...before, next])
  }
  return { text, type, send, last }
}
