import { type CSSProperties, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { StyleColour } from '@/api/types'
import { MelSample } from './MelSample'
import { colourOf, fillPlaceholders, type StyleForm } from './styleForm'
import { TextSample } from './TextSample'

interface SamplePagesProps {
  look: StyleForm
  palette: readonly StyleColour[]
  /** The name of the operator. */
  operator: string
}

/** Width and height in millimetres, and the size of the text in points. */
const papers: Readonly<Record<string, { width: number; height: number; points: number }>> = {
  a4: { width: 210, height: 297, points: 10 },
  letter: { width: 216, height: 279, points: 10 },
  a5: { width: 148, height: 210, points: 8.5 },
}
const millimetresPerPoint = 0.353
const date = '2026-01-15'
const revision = '4'

type SheetStyle = CSSProperties &
  Record<'--hs-primary' | '--hs-accent' | '--hs-tint' | '--hs-text', string | number>

/** Three pages of a book of ours in the house style as it is typed. */
export function SamplePages({ look, palette, operator }: SamplePagesProps) {
  const { t } = useTranslation()
  const manual = t('operators.style.sample.manual')
  const values = new Map([
    ['manual', manual],
    ['revision', revision],
    ['date', date],
  ])
  const [header, footer] = [fillPlaceholders(look.header, values), fillPlaceholders(look.footer, values)]
  const revisionText = t('operators.style.sample.revisionOf', { revision })
  const facts = [operator, revisionText, date, footer].filter((part) => part !== '').join(' · ')
  const sheet = { style: sheetStyle(look, palette), header, facts }
  return (
    <section className="hs-preview" aria-label={t('operators.style.preview')}>
      <p className="af-hint">{t('operators.style.previewHint')}</p>
      <div className="hs-sheets">
        <SampleFigure caption={t('operators.style.sample.titlePage')}>
          <div className="hs-sheet hs-title-page" style={sheet.style}>
            {look.logo !== '' && <img src={look.logo} alt={t('operators.logo.preview')} />}
            <p className="hs-book-title">{manual}</p>
            <p>{t('operators.style.sample.product')}</p>
            <p>
              {operator}
              <br />
              {revisionText}
              <br />
              {date}
            </p>
          </div>
        </SampleFigure>
        <Sheet {...sheet} caption={t('operators.style.sample.textPage')} number={12}>
          <TextSample />
        </Sheet>
        <Sheet {...sheet} caption={t('operators.style.sample.melPage')} number={31}>
          <MelSample />
        </Sheet>
      </div>
    </section>
  )
}

interface SheetProps {
  style: SheetStyle
  caption: string
  header: string
  /** At the foot. */
  facts: string
  number: number
  children: ReactNode
}

function Sheet({ style, caption, header, facts, number, children }: SheetProps) {
  const { t } = useTranslation()
  return (
    <SampleFigure caption={caption}>
      <div className="hs-sheet" style={style}>
        <div className="hs-head">
          {header !== '' && <p className="hs-house">{header}</p>}
          <p>{t('operators.style.sample.manual')}</p>
        </div>
        <div className="hs-body">{children}</div>
        <div className="hs-foot">
          <p>{facts}</p>
          <p>{t('operators.style.sample.page', { number, total: 48 })}</p>
        </div>
      </div>
    </SampleFigure>
  )
}

function SampleFigure({ caption, children }: { caption: string; children: ReactNode }) {
  const id = useId()
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id}>{caption}</figcaption>
      {children}
    </figure>
  )
}

function sheetStyle(look: StyleForm, palette: readonly StyleColour[]): SheetStyle {
  const { width, height, points } = papers[look.paper] ?? { width: 210, height: 297, points: 10 }
  const primary = colourOf(palette, look.primary)
  return {
    aspectRatio: `${width} / ${height}`,
    '--hs-primary': primary.colour,
    '--hs-tint': primary.tint,
    '--hs-accent': colourOf(palette, look.accent).colour,
    // The size of the text as a share of the width, in percent.
    '--hs-text': ((points * millimetresPerPoint) / width) * 100,
  }
}
