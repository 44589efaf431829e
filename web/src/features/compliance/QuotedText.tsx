import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PolicyRef, View } from '@/api/types'
import { viewQuery } from '@/api/view'
import { type Quote, quoteOf } from '@/lib/article/quote'
import { currentLanguage } from '@/lib/i18n'
import { Button } from '@/ui/Button'
import { FormProblem } from '@/ui/FormProblem'
import { useOverflow } from '@/ui/useOverflow'
import '@/lib/article/article.css'
import '@/lib/article/articleTables.css'
import '@/lib/article/articleMarks.css'

interface QuotedTextProps {
  reference: PolicyRef
  /** Draws it at once; otherwise it is drawn on demand. */
  isDrawn: boolean
}

/** The text that a reference leads to, as the viewer shows it now, with the aircraft that it applies to. */
export function QuotedText({ reference, isDrawn }: QuotedTextProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(isDrawn)
  const { path, anchor, currentQuote, currentVersion } = reference
  const mayDraw = path !== '' && currentQuote !== ''
  const { data: view, error } = useQuery({
    ...viewQuery(path, {}, currentLanguage()),
    enabled: mayDraw && isAsked,
  })
  // Another version may be there by now: its paragraphs may have other ids.
  const current = view?.file.versionId === currentVersion ? view : undefined
  const quote = useMemo(
    () => (current && anchor !== '' ? quoteOf(current.html, anchor) : undefined),
    [current, anchor],
  )
  if (currentQuote === '') return null
  return (
    <>
      <blockquote className="cpl-quote">
        <span className="visually-hidden">{t('compliance.now')} </span>
        {quote ? <DrawnQuote key={quote.text} quote={quote} label={t('compliance.now')} /> : currentQuote}
      </blockquote>
      {/* Parts around a paragraph that is not found may apply to some aircraft only. */}
      {current && (anchor === '' || quote) && (
        <p className="af-hint mt-0 mb-1">
          {t('compliance.appliesTo', {
            text: applicabilityOf(current, quote?.annotations ?? []) || t('compliance.allAircraft'),
          })}
        </p>
      )}
      {/* One that nobody asked for leaves the words of the quote. */}
      {!isDrawn && <FormProblem>{error?.message}</FormProblem>}
      {mayDraw && !isAsked && (
        <Button size="sm" variant="link" onClick={() => setAsked(true)}>
          {t('compliance.showText')}
        </Button>
      )}
    </>
  )
}

/** The applicability of the module and of the parts of it around the text; '' for everything. */
export function applicabilityOf({ applicability }: View, annotations: readonly string[]): string {
  const { module, annotations: known } = applicability
  const around = annotations.flatMap((id) => known.filter((each) => each.id === id))
  const all = [...(module?.assertion ? [module] : []), ...around]
  return [...new Set(all.map(({ text, reason }) => text || reason))].filter((text) => text !== '').join(' · ')
}

function DrawnQuote({ quote, label }: { quote: Quote; label: string }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const scrolls = useOverflow(frame)
  useLayoutEffect(() => frame?.replaceChildren(quote.content.cloneNode(true)), [frame, quote])
  return (
    <div
      ref={setFrame}
      className="rd-article cpl-drawn"
      // A scrolling area must be reachable by keyboard, and then needs a name.
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': label })}
    />
  )
}
