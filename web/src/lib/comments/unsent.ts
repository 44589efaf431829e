import { useCallback, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { findKeptTexts, forgetKeptText, newKeptText } from '@/lib/editing/keptTexts'
import { answerOtherTabs } from '@/lib/editing/tab'

const unsentSchema = z.object({ text: z.string(), suggestion: z.optional(z.string()) })

/** A comment that was typed and not sent. */
export type UnsentComment = z.infer<typeof unsentSchema>

const empty: UnsentComment = { text: '' }

function read(text: string): UnsentComment | undefined {
  try {
    return unsentSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The text that is typed at a place, kept in the browser until it is sent: it survives a closed tab and a lost session. */
export function useUnsent(account: string, place: string, begin: UnsentComment = empty) {
  const [typed, setTyped] = useState(begin)
  const [isRestored, setRestored] = useState(false)
  const [kept] = useState(() => newKeptText(account, place))
  const isTouched = useRef(false)
  useEffect(answerOtherTabs, [])
  useEffect(() => {
    let isHere = true
    void findKeptTexts(account, place).then(([newest]) => {
      const found = newest && read(newest.text)
      // What this visit keeps is here already: the page was only hidden for a while.
      if (!isHere || !found || isTouched.current || newest.key === kept.key) return
      setTyped(found)
      setRestored(true)
      // From now on this visit keeps it.
      void kept.keep(newest.text).then((isKept) => (isKept ? forgetKeptText(newest.key) : undefined))
    })
    return () => {
      isHere = false
    }
  }, [account, place, kept])
  const type = useCallback(
    (next: UnsentComment) => {
      isTouched.current = true
      setTyped(next)
      if (next.text === '' && next.suggestion === undefined) void kept.forget()
      else void kept.keep(JSON.stringify(next))
    },
    [kept],
  )
  const clear = useCallback(() => {
    setRestored(false)
    isTouched.current = true
    setTyped(empty)
    void kept.forget()
  }, [kept])
  return { typed, type, clear, isRestored }
}
