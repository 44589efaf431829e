import { useTranslation } from 'react-i18next'
import type { Manual, View } from '@/api/types'
import { Icon } from '@/ui/Icon'
import { saysWhich } from '../useChoice'
import { ChosenAircraft, useAircraftOffer } from './ChosenAircraft'
import { chosenText } from './chosenText'

interface ApplicabilityBarProps {
  manual: Manual
  /** Undefined until it is loaded. */
  view: View | undefined
  /** Whether what does not apply is shown, greyed. */
  isGreyed: boolean
}

/** Shows the aircraft that the module is read for, lets the user choose another, and reports hidden or uncertain parts. */
export function ApplicabilityBar({ manual, view, isGreyed }: ApplicabilityBarProps) {
  const { t } = useTranslation()
  const offer = useAircraftOffer(manual)
  if (!offer.isThere && !view?.applicability.annotations.length) return null
  return (
    <section className="rd-applic" aria-label={t('reader.applicability.title')}>
      <ChosenAircraft offer={offer} assigned={chosenText(t, view?.applicability.chosen ?? [])} hasText />
      {view && <ApplicabilityFacts view={view} isChosen={saysWhich(offer.choice)} isGreyed={isGreyed} />}
    </section>
  )
}

/** The notices about the applicability of the module. */
function ApplicabilityFacts({
  view,
  isChosen,
  isGreyed,
}: {
  view: View
  isChosen: boolean
  isGreyed: boolean
}) {
  const { t } = useTranslation()
  const { module, hidden, unknown, annotations } = view.applicability
  // The message in its place is enough.
  if (view.withheld) return null
  const pieces = annotations.reduce((sum, each) => sum + each.pieces, 0)
  return (
    <div role="status" className="rd-applic-told">
      {module?.assertion && module.truth !== 'no' && (
        <p>{t('reader.applicability.module', { text: module.text || module.reason })}</p>
      )}
      {isChosen && module?.truth === 'unknown' && (
        <p className="rd-applic-warning">
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
      {isChosen && unknown > 0 && (
        <p className="rd-applic-warning">
          <Icon name="help" size="sm" />
          {t('reader.applicability.unknown', { count: unknown })}
        </p>
      )}
      {!isChosen && pieces > 0 && (
        <p>
          <Icon name="info" size="sm" />
          {t('reader.applicability.notChosen', { count: pieces })}
        </p>
      )}
    </div>
  )
}
