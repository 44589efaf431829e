import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { manualsQuery } from '@/api/library'
import { ListSearch } from '@/lib/ListSearch'
import { keyOf } from '@/lib/library/objects'
import type { ListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'

export const commentFilterNames = [
  'keyword',
  'state',
  'manual',
  'account',
  'path',
  'mine',
  'mentions',
] as const

const states = ['open', 'resolved'] as const

export function CommentFilters({ list }: { list: ListState<string> }) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery()).data ?? []
  const path = list.filter('path')
  return (
    <div className="cmt-filters">
      <ListSearch
        list={list}
        name="keyword"
        label={t('comments.page.search')}
        placeholder={t('comments.page.searchHint')}
      />
      <Select
        label={t('comments.page.stateLabel')}
        labelHidden
        options={[
          { value: '', label: t('comments.page.allStates') },
          ...states.map((state) => ({ value: state, label: t(`comments.state.${state}`) })),
        ]}
        value={list.filter('state')}
        onChange={(event) => list.setFilter('state', event.target.value)}
      />
      <Select
        label={t('comments.page.manual')}
        labelHidden
        options={[
          { value: '', label: t('comments.page.allManuals') },
          ...manuals.map((manual) => ({ value: manual.path, label: manual.path.slice(1) })),
        ]}
        value={list.filter('manual')}
        onChange={(event) => list.setFilter('manual', event.target.value)}
      />
      <ListSearch
        list={list}
        name="account"
        label={t('comments.page.account')}
        placeholder={t('comments.page.accountHint')}
      />
      <Switch
        label={t('comments.page.mine')}
        checked={list.filter('mine') === 'yes'}
        onChange={(event) => list.setFilter('mine', event.target.checked ? 'yes' : '')}
      />
      <Switch
        label={t('comments.page.mentions')}
        checked={list.filter('mentions') === 'yes'}
        onChange={(event) => list.setFilter('mentions', event.target.checked ? 'yes' : '')}
      />
      {path !== '' && (
        <Button size="sm" icon="close" onClick={() => list.setFilter('path', '')}>
          {t('comments.page.ofModule', { module: keyOf(path) })}
        </Button>
      )}
    </div>
  )
}
