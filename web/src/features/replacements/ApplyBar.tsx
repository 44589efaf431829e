import { useTranslation } from 'react-i18next'
import type { ChosenPlaces } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { ProgressBar } from '@/ui/ProgressBar'
import { countPlaces } from './choice'

interface ApplyBarProps {
  chosen: readonly ChosenPlaces[]
  checkOut: boolean
  /** The part that is applied; undefined when nothing runs. */
  percent: number | undefined
  onCheckOut: (checkOut: boolean) => void
  /** Chooses all places or none. */
  onChoose: (isChosen: boolean) => void
  onApply: () => void
}

/** The choice of places in figures, and the button that replaces them. */
export function ApplyBar({ chosen, checkOut, percent, onCheckOut, onChoose, onApply }: ApplyBarProps) {
  const { t } = useTranslation()
  const places = countPlaces(chosen)
  const isBusy = percent !== undefined
  const disabledReason = isBusy ? t('replacements.applying') : undefined
  return (
    <div className="rep-bar">
      <p role="status">
        {t('replacements.chosen', {
          count: places,
          figure: formatNumber(places),
          modules: t('replacements.modules', { count: chosen.length, figure: formatNumber(chosen.length) }),
        })}
      </p>
      <Button size="sm" disabledReason={disabledReason} onClick={() => onChoose(true)}>
        {t('replacements.all')}
      </Button>
      <Button size="sm" disabledReason={disabledReason} onClick={() => onChoose(false)}>
        {t('replacements.noPlace')}
      </Button>
      <Checkbox
        label={t('replacements.checkOut')}
        checked={checkOut}
        disabled={isBusy}
        onChange={({ target }) => onCheckOut(target.checked)}
      />
      <Button
        variant="primary"
        icon="replace"
        busy={isBusy}
        busyText={t('replacements.applying')}
        disabledReason={places === 0 ? t('replacements.nothingChosen') : undefined}
        onClick={onApply}
      >
        {t('replacements.apply')}
      </Button>
      {isBusy && <ProgressBar label={t('replacements.applying')} percent={percent} labelHidden />}
    </div>
  )
}
