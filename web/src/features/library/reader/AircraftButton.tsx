import { useTranslation } from 'react-i18next'
import type { Choices } from '@/api/types'
import type { Choice } from '@/api/view'
import { openOverlay } from '@/lib/overlay'
import { Icon } from '@/ui/Icon'
import { saysWhich } from '../useChoice'
import { type AircraftOffer, productValues, useFetchedOffer } from './useAircraftOffer'
import './aircraftButton.css'

/** Shows the aircraft that is read for, and opens the dialog that changes it. */
export function AircraftButton({ offer }: { offer: AircraftOffer }) {
  const { t } = useTranslation()
  const { choice, choices, isUnknown } = offer
  const name = nameOf(choice, choices.data) || t('reader.applicability.any')
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

/** The choice in a few words. */
function nameOf({ aircraft, product, set = [] }: Choice, choices: Choices | undefined): string {
  const listed = choices?.products.find(({ id, key }) => key === product || id === product)
  const conditions = set.map((each) => {
    const [, type, ident, value] = /^(\w+):([^=@]*)[^=]*=(.*)$/.exec(each) ?? []
    const known = choices?.properties.find((one) => one.ident === ident && one.type === type)
    return `${known?.name || ident} ${value}`
  })
  const label = product && (listed?.label ?? (productValues(product).slice(0, 4).join(' · ') || product))
  return [aircraft, label, ...conditions].filter(Boolean).join(', ')
}
