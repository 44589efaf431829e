import { useTranslation } from 'react-i18next'
import type { PlaceSummary } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { Icon } from '@/ui/Icon'
import type { Column } from '@/ui/Table'
import { databaseOf } from './accessForm'

export function usePlaceColumns(
  places: readonly PlaceSummary[],
  chosen: readonly string[],
  onToggle: (path: string) => void,
): Column<PlaceSummary>[] {
  const { t } = useTranslation()
  const limitOf = (place: PlaceSummary) => {
    const database = databaseOf(place.path)
    const inherited = !place.limited && places.some(({ path, limited }) => path === database && limited)
    const limited = place.limited || inherited
    return (
      <>
        <Chip tone={limited ? 'warning' : 'neutral'} icon={limited ? 'lock' : 'unlock'}>
          {t(limited ? 'access.limited' : 'access.open')}
        </Chip>
        {inherited && <span className="af-hint d-block mt-0">{t('access.byDatabase')}</span>}
      </>
    )
  }
  return [
    {
      key: 'chosen',
      header: t('access.chosen'),
      width: '1%',
      hideBelow: 'md',
      cell: ({ path }) => (
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={t('access.choose', { path })}
          checked={chosen.includes(path)}
          onChange={() => onToggle(path)}
        />
      ),
    },
    {
      key: 'path',
      header: t('access.place'),
      sortable: true,
      cell: ({ path }) => {
        const kind = databaseOf(path) === undefined ? 'database' : 'manual'
        return (
          <span className="d-inline-flex align-items-center gap-2">
            <Icon name={kind === 'database' ? 'database' : 'book'} title={t(`access.kind.${kind}`)} />
            <Code>{path}</Code>
          </span>
        )
      },
    },
    { key: 'limit', header: t('access.limit'), sortable: true, cell: limitOf },
    {
      key: 'grants',
      header: t('access.grants'),
      sortable: true,
      align: 'end',
      hideBelow: 'md',
      cell: ({ grantCount }) => formatNumber(grantCount),
    },
  ]
}
