import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countsQuery, useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { StatTile } from '@/ui/StatTile'
import { tiles } from './tiles'

/** The size of the library. The card at the top says when the counts cannot be loaded. */
export function CountTiles() {
  const { t } = useTranslation()
  const me = useMe()
  const { data } = useQuery(countsQuery)
  const shown = tiles.filter(({ count }) =>
    data ? data[count] !== undefined : count !== 'users' || can.manageUsers(me),
  )
  return (
    <ul className="da-tiles" aria-label={t('dashboard.tiles.holdings')}>
      {shown.map(({ count, labelKey, icon, path }) => (
        <li key={count}>
          <StatTile label={t(labelKey)} icon={icon} href={href(path)} figure={figureOf(data?.[count])} />
        </li>
      ))}
    </ul>
  )
}

function figureOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : formatNumber(count)
}
