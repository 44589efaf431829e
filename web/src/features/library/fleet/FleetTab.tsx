import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isStuck } from '@/api/counting'
import { operatorNamesQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { FleetMap, Manual } from '@/api/types'
import { fleetMapQuery } from '@/api/view'
import { formatNumber } from '@/lib/format'
import { currentLanguage } from '@/lib/i18n'
import { Pages } from '@/lib/Pages'
import { QueryFrame } from '@/lib/QueryFrame'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Checkbox } from '@/ui/Checkbox'
import { EmptyState } from '@/ui/EmptyState'
import { Notice } from '@/ui/Notice'
import { Pagination } from '@/ui/Pagination'
import { Select } from '@/ui/Select'
import { useManualLinks } from '../useManualLinks'
import { useReading } from '../useReading'
import { FleetGrid } from './FleetGrid'
import './fleet.css'

const listDefaults = { sortKeys: [], sort: { key: 'position', order: 'asc' } } as const
const aircraftSize = 50
const outcomes = ['one', 'several', 'missing', 'open', 'none'] as const

/** Which modules each aircraft gets: the entries of one section, and a page of the fleet. */
export function FleetTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const reading = useReading()
  const links = useManualLinks(manual)
  const operators = useQuery(operatorNamesQuery).data ?? []
  const [section, operator] = [list.filter('section'), list.filter('operator')]
  const gaps = list.filter('gaps') === 'yes'
  const aircraftPage = Math.max(1, Number.parseInt(list.filter('fleetPage'), 10) || 1)
  const map = useQuery(
    fleetMapQuery({
      manualPath: manual.path,
      nodeId: section || undefined,
      operator: operator || undefined,
      language: section === '' ? currentLanguage() : undefined,
      gaps: gaps || undefined,
      ...list.pageRequest,
      aircraftPage,
      aircraftSize,
      ...reading,
    }),
  )
  const rows = { data: map.data?.rows, isPlaceholderData: map.isPlaceholderData }
  const hrefOfSection = (id?: string) =>
    links.at({ tab: 'fleet', section: id, operator: operator || undefined, gaps: gaps ? 'yes' : undefined })
  return (
    <Card flush>
      <div className="li-contents-head">
        {section !== '' && <Trail map={map.data} top={hrefOfSection()} hrefOf={hrefOfSection} />}
        <div className="li-filters">
          <Select
            label={t('fleet.map.operator')}
            labelHidden
            options={[
              { value: '', label: t('fleet.map.allOperators') },
              ...operators.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
            ]}
            value={operator}
            onChange={({ target }) => {
              list.setFilter('fleetPage', '')
              list.setFilter('operator', target.value)
            }}
          />
          <Checkbox
            label={t('fleet.map.gaps')}
            checked={gaps}
            onChange={({ target }) => list.setFilter('gaps', target.checked ? 'yes' : '')}
          />
          <ul className="fm-legend" aria-label={t('fleet.map.legend')}>
            {outcomes.map((outcome) => (
              <li key={outcome}>
                <span className="fm-cell" data-outcome={outcome} aria-hidden="true" />
                {t(`fleet.map.outcome.${outcome}`)}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <QueryFrame query={map} failedTitle={t('fleet.map.failed')} keepsData>
        {(data) => (
          <>
            {data.pending > 0 && (
              <p role="status" className="fm-pending">
                {t(isStuck(data.pending, data) ? 'fleet.map.stuck' : 'fleet.map.pending', {
                  count: data.pending,
                  figure: formatNumber(data.pending),
                })}
              </p>
            )}
            {data.unknownAircraft > 0 && (
              <Notice
                tone="warning"
                title={t('fleet.map.unknown', {
                  count: data.unknownAircraft,
                  figure: formatNumber(data.unknownAircraft),
                })}
              />
            )}
            {data.products && data.aircraft.total > 0 && (
              <Notice tone="info" title={t('fleet.map.products')} />
            )}
            <Shown manual={manual} map={data} isStale={map.isPlaceholderData} hrefOfSection={hrefOfSection} />
            {(data.aircraft.total > aircraftSize || aircraftPage > 1) && (
              <Pagination
                label={t('fleet.map.aircraftPages')}
                page={aircraftPage}
                pageSize={aircraftSize}
                total={data.aircraft.total}
                onPage={(page) => list.setOpen('fleetPage', page === 1 ? '' : String(page))}
              />
            )}
          </>
        )}
      </QueryFrame>
      <Pages list={list} query={rows} />
    </Card>
  )
}

interface ShownProps {
  manual: Manual
  map: FleetMap
  isStale: boolean
  hrefOfSection: (id: string) => string
}

function Shown({ manual, map, isStale, hrefOfSection }: ShownProps) {
  const { t } = useTranslation()
  if (map.aircraft.items.length === 0) {
    return (
      <EmptyState icon="aircraft" title={t('fleet.map.noAircraft')} text={t('fleet.map.noAircraftText')} />
    )
  }
  if (map.rows.total === 0) {
    return <EmptyState icon="list" title={t('fleet.map.noRows')} text={t('fleet.map.noRowsText')} />
  }
  return <FleetGrid manual={manual} map={map} isStale={isStale} hrefOfSection={hrefOfSection} />
}

interface TrailProps {
  map: FleetMap | undefined
  top: string
  hrefOf: (id: string) => string
}

/** The way up from a section. */
function Trail({ map, top, hrefOf }: TrailProps) {
  const { t } = useTranslation()
  const above = map?.trail.slice(0, -1) ?? []
  const own = map?.trail.at(-1)
  return (
    <div className="li-section">
      <nav aria-label={t('library.wayUp')}>
        <ol className="li-way">
          <li>
            <a href={top}>{t('library.allContents')}</a>
          </li>
          {above.map(({ id, title }) => (
            <li key={id}>
              <a href={hrefOf(id)}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {own && <h2>{own.title}</h2>}
    </div>
  )
}
