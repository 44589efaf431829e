import { useTranslation } from 'react-i18next'
import { openOverlay } from '@/lib/overlay'
import { Icon } from '@/ui/Icon'
import { saysWhich } from '../useChoice'
import { chosenName } from './chosenName'
import { type AircraftOffer, useFetchedOffer } from './useAircraftOffer'
import './aircraftButton.css'

/** Shows the aircraft that is read for, and opens the dialog that changes it. */
export function AircraftButton({ offer }: { offer: AircraftOffer }) {
  const { t } = useTranslation()
  const { choice, choices, isUnknown } = offer
  const name = chosenName(choice, choices.data) || t('reader.applicability.any')
  const aircraft = choices.data?.aircraft.find(({ registration }) => registration === choice.aircraft)
  const details = [aircraft?.model, aircraft?.serialNumber, aircraft?.operator].filter(Boolean).join(' · ')
  const unknown = isUnknown ? t('reader.applicability.notInManual') : ''
  return (
    <button
      type="button"
      className="btn af-btn-secondary rd-aircraft"
      data-chosen={saysWhich(choice)}
      aria-haspopup="dialog"
      aria-label={[t('reader.applicability.readFor', { name }), unknown].filter(Boolean).join(' · ')}
      title={unknown || details || name}
      onClick={() => openOverlay({ kind: 'aircraft' })}
    >
      <Icon name={isUnknown ? 'warning' : 'aircraft'} />
      <span className="rd-aircraft-name">{name}</span>
    </button>
  )
}

/** The one in the header, on every page. */
export function HeaderAircraft() {
  return <AircraftButton offer={useFetchedOffer()} />
}
