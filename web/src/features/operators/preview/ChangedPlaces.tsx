import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangedPlace, PlaceChange } from '@/api/types'
import { objectHref } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { Pagination } from '@/ui/Pagination'
import { changedPlaces, type UnsavedFleet } from '../queries'

/** Two modules as they are read, with their differences marked. */
export type AlternateRedline = ComponentType<{
  path: string
  left: string
  right: string
  leftPath?: string
}>

interface ChangedPlacesProps {
  fleet: UnsavedFleet
  registration: string
  manualPath: string
  change: PlaceChange
  Redline: AlternateRedline
}

const pageSize = 20

/** The places of a manual that change for an aircraft, with the redline of its alternates. */
export function ChangedPlaces({ fleet, registration, manualPath, change, Redline }: ChangedPlacesProps) {
  const { t } = useTranslation()
  const [pageNumber, setPageNumber] = useState(1)
  const request = { registration, manualPath, change, pageNumber, pageSize }
  const places = useQuery(changedPlaces(fleet, request))
  return (
    <QueryFrame query={places} failedTitle={t('fleet.preview.placesFailed')} keepsData>
      {({ page }) =>
        page.total === 0 ? (
          <EmptyState icon="list" title={t('fleet.preview.noPlaces')} />
        ) : (
          <>
            <ul className="fp-places" aria-label={t(`fleet.preview.change.${change}`)}>
              {page.items.map((place) => (
                <Place key={place.id} place={place} Redline={Redline} />
              ))}
            </ul>
            {page.total > pageSize && (
              <Pagination page={pageNumber} pageSize={pageSize} total={page.total} onPage={setPageNumber} />
            )}
          </>
        )
      }
    </QueryFrame>
  )
}

function Place({ place, Redline }: { place: ChangedPlace; Redline: AlternateRedline }) {
  const { t } = useTranslation()
  const [isCompared, setCompared] = useState(false)
  const { prefix, title, before, after } = place
  const [old] = before
  const [next] = after
  return (
    <li>
      <strong>{[prefix, title].filter(Boolean).join(' ')}</strong>
      {place.change !== 'content' && <Modules label={t('fleet.preview.before')} modules={before} />}
      <Modules label={t('fleet.preview.after')} modules={after} />
      {old && next && old.path !== next.path && (
        <>
          <Button
            size="sm"
            icon="compare"
            aria-expanded={isCompared}
            onClick={() => setCompared(!isCompared)}
          >
            {t(isCompared ? 'fleet.preview.hideRedline' : 'fleet.preview.redline')}
          </Button>
          {isCompared && <Redline path={next.path} leftPath={old.path} left="working" right="working" />}
        </>
      )}
    </li>
  )
}

function Modules({ label, modules }: { label: string; modules: ChangedPlace['before'] }) {
  if (modules.length === 0) return null
  return (
    <div className="fp-modules">
      <span className="af-hint">{label}</span>
      {modules.map(({ path, title, code }) => (
        <a key={code} href={objectHref(path)} target="_blank" rel="noreferrer">
          {title}
        </a>
      ))}
    </div>
  )
}
