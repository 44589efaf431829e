import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

interface SideTextProps {
  label: string
  /** Undefined where it is deleted or absent. */
  text: string | undefined
  /** The words that differ from this text are marked. */
  base?: string
}

const longestMs = 300

/** One side of a conflict, with its changes to the base. */
export function SideText({ label, text, base }: SideTextProps) {
  const { t } = useTranslation()
  const parts = useMemo(
    () =>
      base === undefined || text === undefined
        ? undefined
        : diffWordsWithSpace(base, text, { timeout: longestMs }),
    [base, text],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled by keyboard.
    <section className="mg-side" aria-label={label} tabIndex={0}>
      <h2>{label}</h2>
      {text === undefined ? (
        <p className="af-hint">{t('revisions.merge.absent')}</p>
      ) : (
        <pre>
          {parts
            ? parts.map(({ value, added, removed }, index) => {
                // The parts have no name of their own, and never change their order.
                const key = index
                if (removed) return <del key={key}>{value}</del>
                return added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>
              })
            : text}
        </pre>
      )}
    </section>
  )
}
