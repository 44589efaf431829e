import { useTranslation } from 'react-i18next'
import type { Place } from '@/api/types'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { Icon } from '@/ui/Icon'
import { placeHref, placeIcon } from './places'
import './workspace.css'

interface PlaceNameProps {
  place: Place
  /** The name that the user gave it; its title otherwise. */
  name?: string
  anchor?: string
  available: boolean
}

/** A place with the way to it, as long as it is there. */
export function PlaceName({ place, name, anchor, available }: PlaceNameProps) {
  const { t } = useTranslation()
  const shown = name || place.title || place.code
  return (
    <span className="ws-place">
      <Icon
        name={placeIcon(place)}
        title={t(
          `workspace.kind.${place.kind === 'manual' ? 'manual' : place.manualName ? 'module' : 'media'}`,
        )}
      />
      <span className="ws-words">
        {available ? <a href={placeHref(place, anchor)}>{shown}</a> : <span>{shown}</span>}
        <span className="ws-about">
          {place.kind !== 'manual' && <Code>{place.code}</Code>}
          {name !== undefined && name !== place.title && <span className="af-hint mt-0">{place.title}</span>}
          {anchor !== undefined && (
            <Chip tone="neutral" icon="list">
              {t('workspace.paragraph')}
            </Chip>
          )}
          {!available && (
            <Chip tone="warning" icon="warning">
              {t('workspace.gone')}
            </Chip>
          )}
        </span>
      </span>
    </span>
  )
}

/** The database and the manual of a place. */
export function PlaceHome({ place }: { place: Place }) {
  return <>{place.manualName ? `${place.csdbName} / ${place.manualName}` : place.csdbName}</>
}
