import { useTranslation } from 'react-i18next'
import type { Difference } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Chip } from '@/ui/Chip'
import { classes } from '@/ui/classes'
import type { IconName } from '@/ui/icons'
import { Skeleton } from '@/ui/Skeleton'

export const comparisonStates = [
  'new',
  'changed',
  'unchanged',
  'removed',
] as const satisfies readonly Difference[]

const looks: Record<Difference, { tone: 'success' | 'warning' | 'neutral' | 'danger'; icon: IconName }> = {
  new: { tone: 'success', icon: 'add' },
  changed: { tone: 'warning', icon: 'edit' },
  unchanged: { tone: 'neutral', icon: 'check' },
  removed: { tone: 'danger', icon: 'trash' },
}

export function ComparisonChip({ state }: { state: Difference }) {
  const { t } = useTranslation()
  return <Chip {...looks[state]}>{t(`imports.comparison.states.${state}`)}</Chip>
}

interface ComparisonCountsProps {
  /** Undefined while they are counted. */
  counts: Record<Difference, number> | undefined
  chosen?: Difference
  /** Makes each count a button that shows its objects. */
  onChoose?: (state: Difference) => void
}

export function ComparisonCounts({ counts, chosen, onChoose }: ComparisonCountsProps) {
  const { t } = useTranslation()
  return (
    <ul className="im-counts" aria-label={t('imports.comparison.title')}>
      {comparisonStates.map((state) => {
        const content = (
          <>
            <span className="im-figure">
              {counts ? formatNumber(counts[state]) : <Skeleton width="2rem" height="1.25rem" />}
            </span>
            <ComparisonChip state={state} />
          </>
        )
        return (
          <li key={state}>
            {onChoose ? (
              <button
                type="button"
                className={classes('im-count', chosen === state && 'im-count-chosen')}
                aria-pressed={chosen === state}
                onClick={() => onChoose(state)}
              >
                {content}
              </button>
            ) : (
              <span className="im-count">{content}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
