import { useTranslation } from 'react-i18next'
import type { View } from '@/api/types'
import { Icon } from '@/ui/Icon'
import { UnknownAircraft } from './UnknownAircraft'
import './applicability.css'

interface ApplicabilityFactsProps {
  view: View
  /** Whether an aircraft is chosen. */
  isChosen: boolean
  /** Whether text that does not apply is shown, greyed. */
  isGreyed: boolean
}

/** The notices about the applicability of a module. */
export function ApplicabilityFacts({ view, isChosen, isGreyed }: ApplicabilityFactsProps) {
  const { t } = useTranslation()
  const { module, hidden, unknown, known, annotations } = view.applicability
  // The message in its place is enough.
  if (view.withheld) return null
  const pieces = annotations.reduce((sum, each) => sum + each.pieces, 0)
  return (
    <div role="status" aria-label={t('reader.applicability.title')} className="rd-facts">
      {module?.assertion && module.truth !== 'no' && (
        <p>{t('reader.applicability.module', { text: module.text || module.reason })}</p>
      )}
      {isChosen && !known && <UnknownAircraft />}
      {isChosen && known && module?.truth === 'unknown' && (
        <p className="rd-facts-warning">
          <Icon name="help" size="sm" />
          {t('reader.applicability.moduleUnknown')}
        </p>
      )}
      {isChosen && hidden > 0 && (
        <p>
          <Icon name="hide" size="sm" />
          {t(isGreyed ? 'reader.applicability.greyed' : 'reader.applicability.hidden', { count: hidden })}
        </p>
      )}
      {isChosen && known && unknown > 0 && (
        <p className="rd-facts-warning">
          <Icon name="help" size="sm" />
          {t('reader.applicability.unknown', { count: unknown })}
        </p>
      )}
      {!isChosen && pieces > 0 && (
        <p title={t('reader.applicability.notChosenHint')}>
          <Icon name="info" size="sm" />
          {t('reader.applicability.notChosen', { count: pieces })}
        </p>
      )}
    </div>
  )
}
