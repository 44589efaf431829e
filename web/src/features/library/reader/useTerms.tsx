import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { glossaryQuery } from '@/api/library'
import { useReading } from '../useReading'
import { TermPopover } from './TermPopover'
import { markTerms } from './terms'

interface Terms {
  /** Marks the terms in a drawn article; undefined where there are none. */
  mark: ((content: DocumentFragment) => void) | undefined
  onTerm: (term: string, anchor: HTMLElement) => void
  /** Forgets the term that was asked about, after the text is drawn again. */
  clear: () => void
  popover: ReactNode
}

/** The terms of a manual in the text that is read, each explained on request. */
export function useTerms(manualPath: string): Terms {
  const { t } = useTranslation()
  const terms = useQuery(glossaryQuery(manualPath, useReading())).data
  const [asked, setAsked] = useState<{ term: string; anchor: HTMLElement }>()
  const label = t('reader.term.ask')
  const mark = useCallback(
    (content: DocumentFragment) => markTerms(content, terms ?? [], label),
    [terms, label],
  )
  const onTerm = useCallback((term: string, anchor: HTMLElement) => setAsked({ term, anchor }), [])
  const clear = useCallback(() => setAsked(undefined), [])
  const term = terms?.find((each) => each.term === asked?.term)
  return {
    mark: terms && terms.length > 0 ? mark : undefined,
    onTerm,
    clear,
    popover: asked && term && <TermPopover term={term} anchor={asked.anchor} onClose={clear} />,
  }
}
