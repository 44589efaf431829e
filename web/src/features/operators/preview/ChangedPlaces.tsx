import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangedPlace, ComparedVersions, PlaceChange } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { objectHref } from '@/lib/library/objects'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { Pagination } from '@/ui/Pagination'
import { changedPlaces, tailRedline, type UnsavedFleet } from '../queries'

/** A comparison as it is read, with the differences marked; the library has it. */
export type TailRedline = ComponentType<{ path: string; compared: ComparedVersions }>

interface ChangedPlacesProps {
  fleet: UnsavedFleet
  registration: string
  manualPath: string
  change: PlaceChange
  Redline: TailRedline
}

const pageSize = 20

/** The places of a manual that change for an aircraft, with the redline of what it reads there. */
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
                <Place
                  key={place.id}
                  fleet={fleet}
                  registration={registration}
                  place={place}
                  Redline={Redline}
                />
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

interface PlaceProps extends Pick<ChangedPlacesProps, 'fleet' | 'registration' | 'Redline'> {
  place: ChangedPlace
}

function Place({ place, ...rest }: PlaceProps) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const { prefix, title, before, after } = place
  const isWhole = before.length === 0 || after.length === 0
  const shown = isWhole ? 'text' : 'redline'
  return (
    <li>
      <strong>{[prefix, title].filter(Boolean).join(' ')}</strong>
      {place.change !== 'content' && <Modules label={t('fleet.preview.before')} modules={before} />}
      <Modules label={t('fleet.preview.after')} modules={after} />
      {before.length + after.length > 0 && (
        <Button size="sm" icon="compare" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(`fleet.preview.${isShown ? 'hide' : 'showIt'}.${shown}`)}
        </Button>
      )}
      {isShown && <PlaceRedlines place={place} {...rest} />}
    </li>
  )
}

/** The text of the aircraft at a place: the modules before and after the change, in pairs. */
function PlaceRedlines({ place: { before, after }, ...rest }: PlaceProps) {
  const kept = after.filter(({ path }) => before.some((old) => old.path === path))
  const isKept = ({ path }: { path: string }) => kept.some((each) => each.path === path)
  const gone = before.filter((module) => !isKept(module))
  const come = after.filter((module) => !isKept(module))
  const replaced = Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    old: gone[index]?.path,
    next: come[index]?.path,
  }))
  return [...kept.map(({ path }) => ({ old: path, next: path })), ...replaced].map(({ old, next }) => (
    <PairRedline key={`${old} ${next}`} old={old} next={next} {...rest} />
  ))
}

interface PairRedlineProps extends Omit<PlaceProps, 'place'> {
  old: string | undefined
  next: string | undefined
}

function PairRedline({ fleet, registration, old, next, Redline }: PairRedlineProps) {
  const { t } = useTranslation()
  const request = { registration, before: old, after: next }
  const compared = useQuery(tailRedline(fleet, request, currentLanguage()))
  const isWhole = old === undefined || next === undefined
  return (
    <QueryFrame query={compared} failedTitle={t('fleet.preview.redlineFailed')}>
      {(data) => (
        <>
          {!isWhole && (
            <p className="af-hint">
              {t('library.compare.differences', { count: data.count, figure: formatNumber(data.count) })}
            </p>
          )}
          <Redline path={next ?? old ?? ''} compared={data} />
        </>
      )}
    </QueryFrame>
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
