import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countsQuery, useMe } from '@/api/queries'
import { formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { StatTile } from '@/ui/StatTile'
import type { Tile } from './tiles'

interface CountTilesProps {
  label: string
  tiles: readonly Tile[]
}

/** Figures, each with the way to its list. The card at the top says when the counts cannot be loaded. */
export function CountTiles({ label, tiles }: CountTilesProps) {
  const { t } = useTranslation()
  const me = useMe()
  const { data } = useQuery(countsQuery)
  const shown = tiles.filter(({ count, may }) => (data ? data[count] !== undefined : (may?.(me) ?? true)))
  return (
    <ul className="da-tiles" aria-label={label}>
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
