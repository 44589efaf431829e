import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetMap, Manual, MapCell, MappedAircraft, MapRow } from '@/api/types'
import { listComma } from '@/lib/format'
import { Icon } from '@/ui/Icon'
import { useOverflow } from '@/ui/useOverflow'
import { tocIcon } from '../tree/nodes'
import { useManualLinks } from '../useManualLinks'
import { cellsByAircraft, lookOf } from './outcome'

interface FleetGridProps {
  manual: Manual
  map: FleetMap
  /** Dims the rows while newer ones are fetched. */
  isStale: boolean
  hrefOfSection: (id: string) => string
}

/** Entries of the contents as rows, aircraft as columns. */
export function FleetGrid({ manual, map, isStale, hrefOfSection }: FleetGridProps) {
  const { t } = useTranslation()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const scrolls = useOverflow(frame)
  const caption = t('fleet.map.caption')
  const region = scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {}
  const aircraft = map.aircraft.items
  return (
    <div ref={setFrame} className="fm-scroll" data-stale={isStale || undefined} {...region}>
      <table className="fm-grid">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('fleet.map.entry')}</th>
            {aircraft.map((one, position) => (
              // Products may have the same label.
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position on the page.
              <th key={position} scope="col" className="fm-aircraft" title={detailsOf(one)}>
                <span>{one.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {map.rows.items.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <RowTitle manual={manual} row={row} hrefOfSection={hrefOfSection} />
              </th>
              {cellsByAircraft(row, aircraft.length).map((cell, position) => (
                <Cell
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position on the page.
                  key={position}
                  row={row}
                  cell={cell}
                  aircraft={aircraft[position]}
                  isCounting={map.pending > 0}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function detailsOf({ operator, model, serialNumber }: MappedAircraft): string {
  return [operator, model, serialNumber].filter(Boolean).join(' · ')
}

interface RowTitleProps {
  manual: Manual
  row: MapRow
  hrefOfSection: (id: string) => string
}

function RowTitle({ manual, row, hrefOfSection }: RowTitleProps) {
  const links = useManualLinks(manual)
  const { id, type, prefix, module, alternates } = row
  const text = [prefix, module.title].filter(Boolean).join(' ')
  const isDangling = type === 'html' && module.path === ''
  const href = type === 'toc' ? hrefOfSection(id) : module.path && links.module(module.path)
  return (
    <>
      <span className="fm-title">
        <Icon name={tocIcon({ type, dangling: isDangling })} />
        {href ? <a href={href}>{text}</a> : text}
      </span>
      {alternates.length > 0 && (
        <ol className="fm-alternates">
          {alternates.map((alternate) => (
            <li key={alternate.code}>
              {alternate.path ? (
                <a href={links.module(alternate.path)}>{alternate.title}</a>
              ) : (
                alternate.title
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

interface CellProps {
  row: MapRow
  cell: MapCell | undefined
  aircraft: MappedAircraft | undefined
  /** Modules of the map are left to count. */
  isCounting: boolean
}

function Cell({ row, cell, aircraft, isCounting }: CellProps) {
  const { t } = useTranslation()
  if (!cell) return <td />
  const { outcome, sign } = lookOf(row, cell, isCounting)
  const names = cell.alternates
    .map((index) => row.alternates[index]?.title ?? String(index + 1))
    .join(listComma())
  const said =
    row.type === 'toc' && outcome !== 'pending' && outcome !== 'empty'
      ? t('fleet.map.counts', { ...cell.counts })
      : [t(`fleet.map.outcome.${outcome}`), names].filter(Boolean).join(': ')
  const name = aircraft?.name ?? ''
  return (
    <td className="fm-cell" data-outcome={outcome} title={`${name}: ${said}`}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{said}</span>
    </td>
  )
}
