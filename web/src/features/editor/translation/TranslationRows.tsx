import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GlossaryTerm, LinePart, TranslationRow } from '@/api/types'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { LineField } from './LineField'
import { isShown } from './lines'
import { ShowSelect, useShow } from './ShowSelect'

/** One of the two languages. */
interface PageLanguage {
  /** As in `zh-CN`. */
  code: string
  name: string
}

export interface PageLanguages {
  original: PageLanguage
  translation: PageLanguage
}

interface TranslationRowsProps {
  rows: readonly TranslationRow[]
  languages: PageLanguages
  /** Takes a changed line; without it nothing can be typed. */
  onChange?: (row: number, parts: readonly LinePart[]) => void
  onBlur?: () => void
  /** The terms of the manual, those of the translation's language first. */
  terms?: readonly GlossaryTerm[]
}

const noTerms: readonly GlossaryTerm[] = []

/** The lines of a module beside their translations. */
export function TranslationRows(props: TranslationRowsProps) {
  const { rows, languages, onChange, onBlur, terms = noTerms } = props
  const { t } = useTranslation()
  const show = useShow()
  return (
    <>
      <ShowSelect />
      {!rows.some((row) => isShown(row, show)) && (
        <EmptyState icon="success" title={t('translation.nothing')} />
      )}
      <table className="tr-rows" aria-label={t('translation.rows')}>
        <thead>
          <tr>
            <th scope="col">{t('translation.originalIn', { language: languages.original.name })}</th>
            <th scope="col">{t('translation.translationIn', { language: languages.translation.name })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            // The rows have no name of their own, and never change their order.
            const key = index
            // A row that is left out keeps what was typed in it.
            const isHidden = !isShown(row, show)
            return (
              <Row
                key={key}
                row={row}
                index={index}
                hidden={isHidden}
                original={languages.original.code}
                translation={languages.translation.code}
                terms={terms}
                onChange={onChange}
                onBlur={onBlur}
              />
            )
          })}
        </tbody>
      </table>
    </>
  )
}

interface RowProps {
  row: TranslationRow
  index: number
  hidden: boolean
  /** The codes of both languages. */
  original: string
  translation: string
  terms: readonly GlossaryTerm[]
  onChange: TranslationRowsProps['onChange']
  onBlur: TranslationRowsProps['onBlur']
}

const Row = memo(function Row({ row, index, hidden, terms, onChange, onBlur, ...language }: RowProps) {
  const { t } = useTranslation()
  const { original, translation, change, codes } = row
  return (
    <tr hidden={hidden} data-change={change}>
      <td>
        {original ? (
          <p className="tr-line" lang={language.original} dir="auto">
            <Line parts={original} codes={codes} />
          </p>
        ) : (
          <p className="af-hint">{t('translation.onlyHere')}</p>
        )}
        {change && <Change row={row} language={language.original} />}
      </td>
      <td>
        {!translation ? (
          <p className="af-hint">{t('translation.noLine')}</p>
        ) : onChange ? (
          <LineField
            row={row}
            parts={translation.parts}
            language={language.translation}
            terms={terms}
            onChange={(parts) => onChange(index, parts)}
            onBlur={onBlur}
          />
        ) : (
          <p className="tr-line" lang={language.translation} dir="auto">
            <Line parts={translation.parts} codes={codes} />
          </p>
        )}
      </td>
    </tr>
  )
})

/** The change of the line since it was translated. */
function Change({ row: { change, redline }, language }: { row: TranslationRow; language: string }) {
  const { t } = useTranslation()
  return (
    <div className="tr-change">
      <Chip tone="warning" icon="compare">
        {t(`translation.change.${change}`)}
      </Chip>
      {redline.length > 0 && (
        <p lang={language} dir="auto">
          {redline.map(({ kind, text }, index) => {
            // The pieces have no name of their own, and never change their order.
            const key = index
            if (kind === 'deleted') return <del key={key}>{text}</del>
            return kind === 'inserted' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>
          })}
        </p>
      )}
    </div>
  )
}

/** A line to read: codes are marks with their label. */
function Line({ parts, codes }: { parts: readonly LinePart[]; codes: TranslationRow['codes'] }) {
  return parts.map(({ kind, text, number }, index) => {
    // The parts have no name of their own, and never change their order.
    const key = index
    if (kind === 'text') return <span key={key}>{text}</span>
    const label = codes.find((code) => code.number === number)?.label ?? ''
    return (
      <span key={key} className="tr-code" title={label}>
        {kind === 'close' ? `/${number}` : kind === 'alone' ? `${number} ${label}` : number}
      </span>
    )
  })
}
