import { useTranslation } from 'react-i18next'
import type { ComparedVersions } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { differenceText } from './differenceText'
import type { DifferenceStepper } from './useDifferenceSteps'

interface DifferenceStepsProps {
  compared: Pick<ComparedVersions, 'count' | 'differences'>
  steps: DifferenceStepper
  /** The differences are marked on a page; in the source they are not. */
  hasMarks: boolean
}

/** Says how many differences there are and goes from one to the next. */
export function DifferenceSteps({ compared, steps: { current, go }, hasMarks }: DifferenceStepsProps) {
  const { t } = useTranslation()
  const { count, differences } = compared
  const shown = differences.find(({ difference }) => difference !== undefined && difference === current)
  const told =
    current === undefined || count === 0
      ? t('library.compare.differences', { count, figure: formatNumber(count) })
      : t('library.compare.difference', { number: formatNumber(current + 1), total: formatNumber(count) })
  return (
    <div className="rd-top rd-differences">
      <strong role="status">
        {told}
        {shown && <span className="visually-hidden"> {differenceText(shown, t)}</span>}
      </strong>
      {count > 0 && hasMarks && (
        <>
          <Button size="sm" icon="chevronUp" aria-keyshortcuts="p" onClick={() => go(-1)}>
            {t('library.compare.previous')}
          </Button>
          <Button size="sm" icon="chevronDown" aria-keyshortcuts="n" onClick={() => go(1)}>
            {t('library.compare.next')}
          </Button>
          <span className="rd-differences-key">
            <del>{t('library.compare.onlyLeft')}</del> <ins>{t('library.compare.onlyRight')}</ins>{' '}
            <span data-redline="moved">{t('library.compare.moved')}</span>{' '}
            <span data-redline="changed">{t('library.compare.changed')}</span>
          </span>
        </>
      )}
    </div>
  )
}
