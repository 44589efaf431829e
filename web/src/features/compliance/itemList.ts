import type { PolicyItemFilter } from '@/api/compliance'
import type { ListState } from '@/lib/useListState'

export const itemListDefaults = {
  sortKeys: ['position', 'code', 'title', 'status', 'owner', 'reviewDate', 'updatedOn'],
  sort: { key: 'position', order: 'asc' },
} as const

export type ItemList = ListState<(typeof itemListDefaults)['sortKeys'][number]>

/** The names of the filters in the address. */
export const itemFilterNames = [
  'keyword',
  'category',
  'status',
  'scope',
  'kind',
  'assessable',
  'manual',
  'module',
  'operator',
  'owner',
  'mine',
  'unreferenced',
  'proof',
  'recheck',
  'overdue',
  'proposed',
] as const

/** The filters and the order of the list as a query string, without the page. */
export function viewOf(list: ItemList): string {
  const query = new URLSearchParams()
  for (const name of itemFilterNames) if (list.filter(name) !== '') query.set(name, list.filter(name))
  query.set('sort', list.sort.key)
  query.set('order', list.sort.order)
  return query.toString()
}

/** The requirements that the address asks for. */
export function itemFilterOf(list: ItemList, collection?: string): PolicyItemFilter {
  const is = (name: string) => list.filter(name) === 'yes' || undefined
  const scope = list.filter('scope')
  const operator = list.filter('operator')
  return {
    fromPath: list.filter('category') || (collection && `/${collection}`),
    status: list.filter('status') || undefined,
    scope: scope === 'in' || scope === 'out' ? scope : undefined,
    kind: list.filter('kind') || undefined,
    assessable: is('assessable'),
    manualPath: list.filter('manual') || undefined,
    module: list.filter('module') || undefined,
    operator: operator === 'none' ? '' : operator || undefined,
    owner: list.filter('owner') || undefined,
    mine: is('mine'),
    unreferenced: is('unreferenced'),
    proof: list.filter('proof') || undefined,
    recheck: is('recheck'),
    overdue: is('overdue'),
    proposed: is('proposed'),
    keywordFilter: list.filter('keyword') || undefined,
    sort: list.sort.key,
    order: list.sort.order,
  }
}
