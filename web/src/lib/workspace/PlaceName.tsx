import { useTranslation } from 'react-i18next'
import type { Place } from '@/api/types'
import type { HeldBy } from '@/lib/editing/editEntries'
import { HolderChip } from '@/lib/editing/HolderChip'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { Icon } from '@/ui/Icon'
import { type PlaceParagraph, placeHref, placeIcon } from './places'
import './workspace.css'

interface PlaceNameProps {
  place: Place
  /** The name that the user gave it; its title otherwise. */
  name?: string
  /** The bookmarked paragraph, and what became of its text since. */
  paragraph?: PlaceParagraph & { placeState?: string }
  available: boolean
  /** Who has checked it out. */
  held?: HeldBy
}

/** A place with the way to it, as long as it is there. */
export function PlaceName({ place, name, paragraph, available, held }: PlaceNameProps) {
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
        {available ? <a href={placeHref(place, paragraph)}>{shown}</a> : <span>{shown}</span>}
        <span className="ws-about">
          {place.kind !== 'manual' && <Code>{place.code}</Code>}
          {name !== undefined && name !== place.title && <span className="af-hint mt-0">{place.title}</span>}
          {paragraph?.anchor !== undefined && (
            <Chip tone="neutral" icon="list">
              {t('workspace.paragraph')}
            </Chip>
          )}
          {held && <HolderChip file={held} />}
          {available && paragraph?.placeState === 'changed' && (
            <Chip tone="warning" icon="edit">
              {t('workspace.textChanged')}
            </Chip>
          )}
          {available && paragraph?.placeState === 'gone' && (
            <Chip tone="warning" icon="warning">
              {t('workspace.textGone')}
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
