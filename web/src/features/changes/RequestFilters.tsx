import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { csdbTypesQuery, manualsQuery, manualTypesQuery } from '@/api/library'
import { requestStatuses } from '@/lib/changeRequests/RequestStatusChip'
import { requestOrigins } from '@/lib/changeRequests/requestForm'
import { currentLanguage } from '@/lib/i18n'
import { ListSearch } from '@/lib/ListSearch'
import { keyOf } from '@/lib/library/objects'
import type { ListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import type { Option } from '@/ui/option'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'

export const requestFilterNames = [
  'keyword',
  'status',
  'origin',
  'csdbType',
  'manualType',
  'manual',
  'path',
  'mine',
  'awaits',
  'overdue',
] as const

export function RequestFilters({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery()).data ?? []
  const csdbTypes = useQuery(csdbTypesQuery).data ?? []
  const manualTypes = useQuery(manualTypesQuery(currentLanguage())).data ?? []
  const path = list.filter('path')
  const choice = (name: string, label: string, all: string, options: readonly Option[]) => (
    <Select
      label={label}
      labelHidden
      options={[{ value: '', label: all }, ...options]}
      value={list.filter(name)}
      onChange={(event) => list.setFilter(name, event.target.value)}
    />
  )
  const flag = (name: string, label: string) => (
    <Switch
      label={label}
      checked={list.filter(name) === 'yes'}
      onChange={(event) => list.setFilter(name, event.target.checked ? 'yes' : '')}
    />
  )
  return (
    <div className="crq-filters">
      <ListSearch
        list={list}
        name="keyword"
        label={t('changeRequests.list.search')}
        placeholder={t('changeRequests.list.searchHint')}
      />
      {choice(
        'status',
        t('changeRequests.column.status'),
        t('changeRequests.list.allStatuses'),
        requestStatuses.map((status) => ({ value: status, label: t(`changeRequests.status.${status}`) })),
      )}
      {choice(
        'origin',
        t('changeRequests.form.origin'),
        t('changeRequests.list.allOrigins'),
        requestOrigins.map((origin) => ({ value: origin, label: t(`changeRequests.origin.${origin}`) })),
      )}
      {choice(
        'csdbType',
        t('changeRequests.column.csdbType'),
        t('changeRequests.list.allCsdbTypes'),
        csdbTypes.map(({ code }) => ({ value: code, label: code })),
      )}
      {choice(
        'manualType',
        t('changeRequests.column.manualType'),
        t('changeRequests.list.allManualTypes'),
        manualTypes.map(({ code }) => ({ value: code, label: code })),
      )}
      {choice(
        'manual',
        t('changeRequests.form.manual'),
        t('changeRequests.list.allManuals'),
        manuals.map((manual) => ({ value: manual.path, label: manual.path.slice(1) })),
      )}
      {flag('mine', t('changeRequests.list.mine'))}
      {flag('awaits', t('changeRequests.list.awaitsMe'))}
      {flag('overdue', t('changeRequests.list.overdue'))}
      {path !== '' && (
        <Button size="sm" icon="close" onClick={() => list.setFilter('path', '')}>
          {t('changeRequests.list.ofModule', { module: keyOf(path) })}
        </Button>
      )}
    </div>
  )
}
