import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countsQuery, useMe } from '@/api/queries'
import type { Counts } from '@/api/types'
import { can } from '@/lib/can'
import { formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { StatTile } from '@/ui/StatTile'
import { tileGroups } from './tiles'

const adminOnly: readonly (keyof Counts)[] = ['users', 'pendingUsers']
const tileWidthRem = 10

export function CountTiles() {
  const { t } = useTranslation()
  const me = useMe()
  const counts = useQuery(countsQuery)
  const { data } = counts
  const isCounted = (count: keyof Counts) =>
    data ? data[count] !== undefined : can.manageUsers(me) || !adminOnly.includes(count)
  return (
    <QueryFrame query={counts} failedTitle={t('dashboard.countsFailed')} keepsData>
      <div className="da-tiles">
        {tileGroups.map(({ labelKey, tiles }) => {
          const shown = tiles.filter(({ count }) => isCounted(count))
          return (
            <ul
              key={labelKey}
              className="da-group"
              aria-label={t(labelKey)}
              // Groups share a row, tile by tile alike, where all fit into one.
              style={{ flex: `${shown.length} 1 ${shown.length * tileWidthRem}rem` }}
            >
              {shown.map((tile) => (
                <li key={tile.count}>
                  <StatTile
                    label={t(tile.labelKey)}
                    icon={tile.icon}
                    href={href(tile.path)}
                    figure={figureOf(data?.[tile.count])}
                  />
                </li>
              ))}
            </ul>
          )
        })}
      </div>
    </QueryFrame>
  )
}

function figureOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatNumber(count)
}
