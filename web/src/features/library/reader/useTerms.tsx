import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { glossaryQuery } from '@/api/library'
import type { GlossaryTerm } from '@/api/types'
import { keyOf, languageIn } from '@/lib/library/objects'
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

/** The terms with those of a language first: a term may be explained in several. */
export function termsFor(terms: readonly GlossaryTerm[], path: string): GlossaryTerm[] {
  const language = languageIn(keyOf(path))
  const isOwn = (term: GlossaryTerm) => languageIn(keyOf(term.path)) === language
  return [...terms.filter(isOwn), ...terms.filter((term) => !isOwn(term))]
}

/** The terms of a manual in the text of the module that is read, each explained on request. */
export function useTerms(manualPath: string, path: string): Terms {
  const { t } = useTranslation()
  const given = useQuery(glossaryQuery(manualPath, useReading())).data
  const terms = useMemo(() => given && termsFor(given, path), [given, path])
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
