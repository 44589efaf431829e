import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import type { ComposedText } from './compose'
import { foldedLines, type LineGroup, type MergedLine, type MergeOrigin, mergedLines } from './mergedLines'
import { useSideWords } from './sideWords'

interface MergedTextProps {
  composed: ComposedText
  /** The conflict that is open, counted from 0. */
  current: number | undefined
  onConflict: (index: number) => void
}

/** The merged text by lines. Each changed line names its origin; colour only helps. */
export function MergedText({ composed, current, onConflict }: MergedTextProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const groups = useMemo(
    () => foldedLines(mergedLines(composed.text, composed.spans, composed.conflicts)),
    [composed],
  )
  useEffect(() => {
    if (current === undefined) return
    frame.current?.querySelector(`[data-conflict="${current}"]`)?.scrollIntoView({ block: 'center' })
  }, [current])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls is reached by keyboard.
    <section ref={frame} className="mg-text" aria-label={t('revisions.merge.result')} tabIndex={0}>
      {groups.map((group) => (
        <Group key={group.lines[0]?.number} group={group} current={current} onConflict={onConflict} />
      ))}
    </section>
  )
}

type GroupProps = Omit<MergedTextProps, 'composed'> & { group: LineGroup }

function Group({ group: { kind, lines }, ...rest }: GroupProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (kind === 'folded' && !isOpen) {
    return (
      <div className="mg-folded">
        <Button size="sm" variant="link" icon="expandAll" onClick={() => setOpen(true)}>
          {t('revisions.merge.folded', { count: lines.length, figure: formatNumber(lines.length) })}
        </Button>
      </div>
    )
  }
  return lines.map((line) => <Line key={line.number} line={line} {...rest} />)
}

type LineProps = Omit<GroupProps, 'group'> & { line: MergedLine }

function Line({ line: { number, parts }, current, onConflict }: LineProps) {
  const { t } = useTranslation()
  const words = useSideWords()
  const origins = [...new Set(parts.map(({ origin }) => origin))].filter((origin) => origin !== 'base')
  const conflicts = [...new Set(parts.flatMap(({ conflict }) => conflict ?? []))]
  return (
    <div className="mg-line">
      <span className="mg-number">{number}</span>
      <span className="mg-tags">
        {conflicts.map((index) => (
          <button
            key={index}
            type="button"
            className="mg-tag mg-conflict-tag"
            data-conflict={index}
            aria-current={index === current || undefined}
            onClick={() => onConflict(index)}
          >
            {t('revisions.merge.conflictTag', { number: index + 1 })}
          </button>
        ))}
        {origins.map((origin) => (
          <span key={origin} className="mg-tag" data-origin={origin}>
            {t(`revisions.${words}.origin.${origin}`)}
          </span>
        ))}
      </span>
      <code className="mg-words">
        {parts.map(({ text, origin, conflict }, index) => {
          // The parts have no name of their own, and change their order only together with the line.
          const key = index
          return (
            <Part key={key} origin={origin} isOpen={conflict !== undefined && conflict === current}>
              {text}
            </Part>
          )
        })}
      </code>
    </div>
  )
}

function Part({ origin, isOpen, children }: { origin: MergeOrigin; isOpen: boolean; children: ReactNode }) {
  return (
    <span data-origin={origin === 'base' ? undefined : origin} data-open={isOpen || undefined}>
      {children}
    </span>
  )
}
