import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import type { DifferenceStepper } from './useDifferenceSteps'

interface DifferenceStepsProps {
  count: number
  steps: DifferenceStepper
}

/** Says how many differences there are and goes from one to the next. */
export function DifferenceSteps({ count, steps: { current, go } }: DifferenceStepsProps) {
  const { t } = useTranslation()
  const told =
    current === undefined || count === 0
      ? t('library.compare.differences', { count, figure: formatNumber(count) })
      : t('library.compare.difference', { number: formatNumber(current + 1), total: formatNumber(count) })
  return (
    <div className="rd-top rd-differences">
      <strong role="status">{told}</strong>
      {count > 0 && (
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
