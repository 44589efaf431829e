import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countsQuery, useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { ErrorState } from '@/ui/ErrorState'
import { StatTile } from '@/ui/StatTile'
import { tiles } from './tiles'

const adminOnly: readonly string[] = ['users', 'pendingUsers']

export function CountTiles() {
  const { t } = useTranslation()
  const me = useMe()
  const { data, error, refetch } = useQuery(countsQuery)
  if (error && !data) {
    return (
      <ErrorState
        title={t('dashboard.countsFailed')}
        message={error.message}
        onRetry={() => void refetch()}
      />
    )
  }
  const shown = tiles.filter(({ count }) =>
    data ? data[count] !== undefined : can.manageUsers(me) || !adminOnly.includes(count),
  )
  return (
    <ul className="da-tiles" aria-label={t('dashboard.figures')}>
      {shown.map(({ count, labelKey, icon, path }) => {
        const figure = data?.[count]
        return (
          <li key={count}>
            <StatTile
              label={t(labelKey)}
              icon={icon}
              href={href(path)}
              figure={figure === undefined ? undefined : formatNumber(figure)}
            />
          </li>
        )
      })}
    </ul>
  )
}
