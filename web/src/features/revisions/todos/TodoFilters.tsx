import { useTranslation } from 'react-i18next'
import type { TodoFilter } from '@/api/revisions'
import { ListSearch } from '@/lib/ListSearch'
import type { ListState } from '@/lib/useListState'
import { Select } from '@/ui/Select'

const states = ['open', 'done'] as const

const reasons = [
  'conflict',
  'invalid',
  'deletedByOem',
  'deletedByUs',
  'addedByBoth',
  'notText',
  'checkedOut',
  'edited',
  'reviewApplicability',
  'copyElsewhere',
  'merged',
] as const

const owners = ['me', 'none'] as const

export const todoFilterNames = ['keyword', 'state', 'reason', 'owner'] as const

type Filters = Pick<ListState<string>, 'filter' | 'setFilter'>

/** The filter of the list as the server takes it. */
export function todoFilter(list: Pick<Filters, 'filter'>): TodoFilter {
  return {
    state: states.find((each) => each === list.filter('state')),
    reason: reasons.find((each) => each === list.filter('reason')),
    owner: list.filter('owner') || undefined,
    keywordFilter: list.filter('keyword') || undefined,
  }
}

export function TodoFilters({ list }: { list: Filters }) {
  const { t } = useTranslation()
  const owner = list.filter('owner')
  // An account comes by a link, and stays one of the choices.
  const others = owner !== '' && !owners.some((each) => each === owner) ? [owner] : []
  return (
    <div className="rv-filters">
      <ListSearch list={list} name="keyword" label={t('library.searchModules')} />
      <Select
        label={t('revisions.todos.state')}
        labelHidden
        options={[
          { value: '', label: t('revisions.todos.allStates') },
          ...states.map((state) => ({ value: state, label: t(`revisions.todos.stateOf.${state}`) })),
        ]}
        value={list.filter('state')}
        onChange={({ target }) => list.setFilter('state', target.value)}
      />
      <Select
        label={t('revisions.todos.reason')}
        labelHidden
        options={[
          { value: '', label: t('revisions.todos.allReasons') },
          ...reasons.map((reason) => ({ value: reason, label: t(`revisions.todos.reasonOf.${reason}`) })),
        ]}
        value={list.filter('reason')}
        onChange={({ target }) => list.setFilter('reason', target.value)}
      />
      <Select
        label={t('revisions.todos.owner')}
        labelHidden
        options={[
          { value: '', label: t('revisions.todos.allOwners') },
          ...owners.map((each) => ({ value: each, label: t(`revisions.todos.ownerOf.${each}`) })),
          ...others.map((each) => ({ value: each, label: each })),
        ]}
        value={owner}
        onChange={({ target }) => list.setFilter('owner', target.value)}
      />
    </div>
  )
}
