import { useTranslation } from 'react-i18next'
import type { JobStatus } from '@/api/types'
import { ListSearch } from '@/lib/ListSearch'
import type { ListState } from '@/lib/useListState'
import { MultiSelect } from '@/ui/MultiSelect'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import { kindTitle } from './words'

export const taskFilterNames = ['keyword', 'kind', 'status', 'mine', 'unseen'] as const

/** The kinds of tasks. */
const kinds = [
  'zipImport',
  'exportQuick',
  'exportApprove',
  'exportPublish',
  'exportFormal',
  'exportRevisionHistory',
  'confirmOem',
  'markAllOemChangeFileDone',
] as const

const statuses = [
  'CREATED',
  'STARTING',
  'RUNNING',
  'COMPLETED',
  'FAILED',
] as const satisfies readonly JobStatus[]

/** The statuses that the address names, as a list; those it misspells are left out. */
export function statusesIn(text: string): JobStatus[] {
  const asked = text.split(',')
  return statuses.filter((status) => asked.includes(status))
}

export function TaskFilters({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  return (
    <div className="jb-filters">
      <ListSearch
        list={list}
        name="keyword"
        label={t('jobs.filter.search')}
        placeholder={t('jobs.filter.searchHint')}
      />
      <Select
        label={t('jobs.column.kind')}
        labelHidden
        options={[
          { value: '', label: t('jobs.filter.allKinds') },
          ...kinds.map((kind) => ({ value: kind, label: kindTitle(t, kind) })),
        ]}
        value={list.filter('kind')}
        onChange={(event) => list.setFilter('kind', event.target.value)}
      />
      <MultiSelect
        label={t('jobs.column.status')}
        labelHidden
        placeholder={t('jobs.filter.allStatuses')}
        options={statuses.map((status) => ({
          value: status,
          // Three ends share this status on the wire.
          label: t(status === 'FAILED' ? 'jobs.filter.failed' : `jobs.status.${status}`),
        }))}
        value={statusesIn(list.filter('status'))}
        onChange={(chosen) => list.setFilter('status', chosen.join(','))}
      />
      <Switch
        label={t('jobs.filter.mine')}
        checked={list.filter('mine') === 'yes'}
        onChange={(event) => list.setFilter('mine', event.target.checked ? 'yes' : '')}
      />
      <Switch
        label={t('jobs.filter.unseen')}
        checked={list.filter('unseen') === 'yes'}
        onChange={(event) => list.setFilter('unseen', event.target.checked ? 'yes' : '')}
      />
    </div>
  )
}
