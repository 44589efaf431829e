import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryTerm, LinePart, TranslationRow } from '@/api/types'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/TextArea'
import { termOffers } from '../model/termOffers'
import { faultOf, readLine, repairedLine, shownLine } from './lineText'

const mostOffers = 5

interface LineFieldProps {
  row: TranslationRow
  parts: readonly LinePart[]
  /** The code of its language. */
  language: string
  terms: readonly GlossaryTerm[]
  onChange: (parts: readonly LinePart[]) => void
  onBlur: (() => void) | undefined
}

/**
 * The translation of a line. All that is typed is saved; marks that do not fit are told, and repaired when the field is left.
 * Terms of the manual are completed.
 */
export function LineField({ row, parts, language, terms, onChange, onBlur }: LineFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => shownLine(parts))
  // Where the term that is being typed ends. The terms may arrive after it was typed.
  const [end, setEnd] = useState<number>()
  const offers = end === undefined ? undefined : termOffers(typed.slice(0, end), terms, false)
  const fault = faultOf(readLine(typed, row.codes), row.codes)
  const change = (text: string) => {
    setTyped(text)
    onChange(repairedLine(readLine(text, row.codes), row.codes))
  }
  const type = ({ value, selectionEnd }: HTMLTextAreaElement) => {
    change(value)
    setEnd(selectionEnd)
  }
  const complete = (term: string) => {
    if (!offers || end === undefined) return
    change(typed.slice(0, end - offers.typed.length) + term + typed.slice(end))
    setEnd(undefined)
    field.current?.focus()
  }
  const leave = () => {
    if (fault) {
      setTyped(shownLine(repairedLine(readLine(typed, row.codes), row.codes)))
      // The marks before the place may have changed.
      setEnd(undefined)
    }
    onBlur?.()
  }
  const words = row.original ? shownLine(row.original) : typed
  return (
    <>
      <TextArea
        ref={field}
        label={t('translation.lineOf', { text: words.slice(0, 80) })}
        labelHidden
        rows={Math.min(8, Math.max(1, Math.ceil(typed.length / 60)))}
        lang={language}
        dir="auto"
        value={typed}
        error={fault && t(`translation.fault.${fault.kind}`, { mark: fault.mark })}
        onChange={(event) => type(event.target)}
        onBlur={leave}
      />
      {offers && (
        <fieldset className="tr-terms" aria-label={t('translation.terms')}>
          {offers.terms.slice(0, mostOffers).map(({ term, definition, path }) => (
            <Button
              key={`${term} ${path}`}
              size="sm"
              title={definition || undefined}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => complete(term)}
            >
              {term}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
