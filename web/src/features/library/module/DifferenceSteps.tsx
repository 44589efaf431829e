import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import type { Differences } from './differences'

interface DifferenceStepsProps {
  /** Undefined when the versions could not be held against each other. */
  differences: Differences | undefined
  /** The element with both versions. */
  frame: HTMLElement | null
}

/** Says how many differences there are and goes from one to the next. */
export function DifferenceSteps({ differences, frame }: DifferenceStepsProps) {
  const { t } = useTranslation()
  const [gone, setGone] = useState<{ to: number; of: Differences }>()
  const count = differences?.count
  // Versions that are drawn anew have other marks, none of which was gone to.
  const current = gone?.of === differences ? gone?.to : undefined
  const go = (step: 1 | -1) => {
    if (!differences || !count) return
    const next = current === undefined ? (step === 1 ? 0 : count - 1) : (current + step + count) % count
    setGone({ to: next, of: differences })
    show(frame, next)
  }
  const told =
    count === undefined
      ? t('library.compare.notMarked')
      : current === undefined || count === 0
        ? t('library.compare.differences', { count, figure: formatNumber(count) })
        : t('library.compare.difference', { number: formatNumber(current + 1), total: formatNumber(count) })
  return (
    <div className="rd-top rd-differences">
      <strong role="status">{told}</strong>
      {count !== undefined && count > 0 && (
        <>
          <Button size="sm" icon="chevronUp" onClick={() => go(-1)}>
            {t('library.compare.previous')}
          </Button>
          <Button size="sm" icon="chevronDown" onClick={() => go(1)}>
            {t('library.compare.next')}
          </Button>
          <span className="rd-differences-key">
            <del>{t('library.compare.onlyLeft')}</del> <ins>{t('library.compare.onlyRight')}</ins>
          </span>
        </>
      )}
    </div>
  )
}

/** Brings a difference into view, on the right where it has something there, and shows which marks are its own. */
function show(frame: HTMLElement | null, difference: number): void {
  const marks = [...(frame?.querySelectorAll<HTMLElement>('[data-difference]') ?? [])]
  for (const mark of marks)
    mark.toggleAttribute('data-current', mark.dataset.difference === String(difference))
  const own = marks.filter((mark) => mark.hasAttribute('data-current'))
  for (const mark of own) openAround(mark)
  const shown = own.find(({ localName }) => localName === 'ins') ?? own[0]
  shown?.scrollIntoView({ block: 'center' })
}

function openAround(mark: HTMLElement): void {
  for (
    let around = mark.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  ) {
    around.open = true
  }
}
