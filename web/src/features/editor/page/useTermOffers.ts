import type { Text } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { GlossaryTerm } from '@/api/types'
import { termOffers } from '../model/termOffers'
import type { PageSession } from './pageSession'

/** More than fit below a line are no help. */
const maxOffers = 6

/** Terms that complete the letters before the cursor. */
export interface OfferedTerms {
  terms: readonly GlossaryTerm[]
  typed: string
  /** The place of the cursor in the text. */
  position: number
}

/** With the place on the screen, below the cursor. */
export interface ShownTerms extends OfferedTerms {
  place: { left: number; top: number }
}

function belowCursor(): ShownTerms['place'] {
  const selection = document.getSelection()
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  const { left = 0, bottom = 0 } = range?.getBoundingClientRect?.() ?? {}
  return { left, top: bottom + 4 }
}

/** The terms that complete the letters before a place of the text, if the text has them as they are read. */
export function offersAt(
  doc: Text,
  position: number,
  before: string,
  terms: readonly GlossaryTerm[],
): OfferedTerms | undefined {
  const found = termOffers(before, terms, false)
  if (!found || doc.sliceString(position - found.typed.length, position) !== found.typed) return undefined
  return { terms: found.terms.slice(0, maxOffers), typed: found.typed, position }
}

/** The terms that are offered while the author types on the page. */
export function useTermOffers(session: RefObject<PageSession | null>, terms: readonly GlossaryTerm[]) {
  const [offered, setOffered] = useState<ShownTerms>()
  const [active, setActive] = useState(0)
  const latest = useRef({ offered, active, terms })
  useEffect(() => {
    latest.current = { offered, active, terms }
  })
  /** The text has changed: what was typed on the page may begin a term. */
  const follow = useCallback(
    ({ transactions, state }: ViewUpdate) => {
      const isTyped = transactions.some((transaction) => transaction.isUserEvent('input.type'))
      const view = session.current?.view
      const caret = isTyped ? view?.caret() : undefined
      const isIdle = latest.current.terms.length === 0 || caret === undefined || view?.isComposing
      const found = isIdle
        ? undefined
        : offersAt(state.doc, caret, view?.wordsBefore() ?? '', latest.current.terms)
      setOffered(found && { ...found, place: belowCursor() })
      setActive(0)
    },
    [session],
  )
  /** The cursor has gone elsewhere. */
  const onCaret = useCallback(
    (position: number) => setOffered((before) => (before?.position === position ? before : undefined)),
    [],
  )
  const pick = useCallback(
    (term: GlossaryTerm) => {
      const { offered: now } = latest.current
      setOffered(undefined)
      if (now) session.current?.replace(now.position - now.typed.length, now.position, term.term)
    },
    [session],
  )
  /** Returns whether a key was for the list. Enter never is: it splits the block. */
  const onKey = useCallback(
    ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => {
      const { offered: now, active: at } = latest.current
      if (!now || shiftKey || ctrlKey || altKey || metaKey) return false
      const count = now.terms.length
      const chosen = now.terms[at]
      if (key === 'Tab' && chosen) pick(chosen)
      else if (key === 'Escape') setOffered(undefined)
      else if (key === 'ArrowDown') setActive((at + 1) % count)
      else if (key === 'ArrowUp') setActive((at + count - 1) % count)
      else return false
      return true
    },
    [pick],
  )
  return { offered, active, setActive, follow, onCaret, pick, onKey, close: () => setOffered(undefined) }
}
