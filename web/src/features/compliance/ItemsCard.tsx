import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { policyItemsQuery } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import type { ListedPolicyItem } from '@/api/types'
import { ClearFilters } from '@/lib/ClearFilters'
import { can } from '@/lib/can'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { formatNumber } from '@/lib/format'
import { ListSearch } from '@/lib/ListSearch'
import { codeIn, keyOf } from '@/lib/library/objects'
import { PagedTable } from '@/lib/PagedTable'
import { useSingleKeys } from '@/lib/singleKeys'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import type { Option } from '@/ui/option'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toasts'
import { BulkDialog } from './dialogs/BulkDialog'
import { itemKinds } from './dialogs/itemForm'
import { assessedStatuses } from './figures'
import { type ItemList, itemFilterNames, itemFilterOf } from './itemList'
import { rememberList } from './lastList'
import { OwnerFilter } from './OwnerFilter'
import { useItemColumns } from './useItemColumns'
import { useItemKeys } from './useItemKeys'

interface ItemsCardProps {
  list: ItemList
  /** The collection whose requirements are listed; all when it is left out. */
  collection?: string
  /** Gets the element of the list, so that a figure can lead there. */
  frameRef?: RefObject<HTMLDivElement | null>
}

/** Requirements with search and filters. */
export function ItemsCard({ list, collection, frameRef }: ItemsCardProps) {
  const { t } = useTranslation()
  const query = useQuery(policyItemsQuery({ ...list.pageRequest, ...itemFilterOf(list, collection) }))
  const isFiltered = itemFilterNames.some((name) => list.filter(name) !== '')
  const own = useRef<HTMLDivElement>(null)
  const frame = frameRef ?? own
  const mayEdit = can.editCompliance(useMe())
  const hasKeys = useSingleKeys()
  const firstStep = mayEdit && collection !== undefined ? t('compliance.noItemsText') : undefined
  const onSet = useCallback(() => showToast({ tone: 'success', text: t('compliance.done') }), [t])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isChanging, setChanging] = useState(false)
  const listed = query.data?.items ?? none
  // Requirements that another page or filter shows are not changed unseen.
  const selected = listed.filter(({ id }) => chosen.has(id))
  const readSelected = async () => {
    const { data } = await query.refetch({ throwOnError: true })
    return (data?.items ?? none).filter(({ id }) => chosen.has(id))
  }
  useItemKeys({ frame, items: listed, mayEdit, onSet })
  useRememberedList(query.isPlaceholderData ? none : listed)
  return (
    <div ref={frame} tabIndex={-1} className="cpl-list">
      <Card
        title={t('compliance.items')}
        flush
        actions={
          selected.length > 0 && (
            <Button size="sm" icon="edit" onClick={() => setChanging(true)}>
              {t('compliance.bulk.selected', {
                count: selected.length,
                figure: formatNumber(selected.length),
              })}
            </Button>
          )
        }
      >
        <ItemFilters list={list} listed={listed} mayClear={isFiltered && listed.length > 0} />
        {hasKeys && (
          <p className="af-hint px-3 mb-2">{t(mayEdit ? 'compliance.keysEdit' : 'compliance.keys')}</p>
        )}
        <PagedTable
          list={list}
          query={query}
          failedTitle={t('compliance.itemsFailed')}
          caption={t('compliance.itemsCaption')}
          columns={useItemColumns(collection === undefined)}
          rowKey={({ id }) => id}
          choice={
            mayEdit
              ? { keys: chosen, onChange: setChosen, label: ({ policyItemCode }) => policyItemCode }
              : undefined
          }
          empty={
            <EmptyState
              icon="compliance"
              title={t(isFiltered ? 'compliance.noMatch' : 'compliance.noItems')}
              text={isFiltered ? t('compliance.noMatchText') : firstStep}
              action={
                isFiltered && (
                  <ClearFilters onClear={() => list.clearFilters(itemFilterNames)}>
                    {t('compliance.clear')}
                  </ClearFilters>
                )
              }
            />
          }
        />
      </Card>
      {isChanging && (
        <BulkDialog
          items={selected}
          read={readSelected}
          onDone={() => setChosen(new Set())}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  )
}

const none: never[] = []

/** Lets the pages of the requirements lead back to this list, and through it. */
function useRememberedList(listed: readonly ListedPolicyItem[]): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (listed.length > 0) rememberList(`${pathname}${search}`, listed)
  }, [pathname, search, listed])
}

const flags = ['mine', 'assessable', 'unreferenced', 'recheck', 'overdue', 'proposed'] as const

interface ItemFiltersProps {
  list: ItemList
  listed: readonly ListedPolicyItem[]
  /** Offers to clear the filters here; an empty list offers it in its own place. */
  mayClear: boolean
}

function ItemFilters({ list, listed, mayClear }: ItemFiltersProps) {
  const { t } = useTranslation()
  const module = list.filter('module')
  const operator = list.filter('operator')
  const manuals = useQuery(manualsQuery()).data ?? []
  const choice = (name: string, label: string, all: string, options: readonly Option[]) => (
    <Select
      label={label}
      labelHidden
      options={[{ value: '', label: all }, ...options]}
      value={list.filter(name)}
      onChange={(event) => list.setFilter(name, event.target.value)}
    />
  )
  return (
    <div className="cpl-filters">
      <ListSearch
        list={list}
        name="keyword"
        label={t('compliance.search')}
        placeholder={t('compliance.searchHint')}
      />
      {choice('status', t('compliance.column.status'), t('compliance.filter.allStatuses'), [
        ...policyStatuses.map((status) => ({ value: status, label: t(`compliance.status.${status}`) })),
        { value: assessedStatuses, label: t('compliance.filter.assessed') },
      ])}
      {choice('scope', t('compliance.filter.scope'), t('compliance.filter.anyScope'), [
        { value: 'in', label: t('compliance.inScope') },
        { value: 'out', label: t('compliance.outOfScope') },
      ])}
      {choice(
        'kind',
        t('compliance.itemForm.kind'),
        t('compliance.filter.allKinds'),
        itemKinds.map((kind) => ({ value: kind, label: t(`compliance.kind.${kind}`) })),
      )}
      {choice('proof', t('mappings.proof.label'), t('compliance.filter.anyProof'), [
        { value: 'mapped', label: t('mappings.proof.mapped') },
        { value: 'part', label: t('mappings.proof.part') },
        { value: 'open', label: t('mappings.notProved') },
      ])}
      {choice(
        'manual',
        t('compliance.filter.manual'),
        t('compliance.filter.allManuals'),
        manuals.map((manual) => ({ value: manual.path, label: manual.path.slice(1) })),
      )}
      <OwnerFilter list={list} listed={listed} />
      <div className="cpl-switches">
        {flags.map((name) => (
          <Switch
            key={name}
            label={t(`compliance.filter.${name}`)}
            checked={list.filter(name) === 'yes'}
            onChange={(event) => list.setFilter(name, event.target.checked ? 'yes' : '')}
          />
        ))}
      </div>
      {module !== '' && (
        <Button size="sm" icon="close" className="text-break" onClick={() => list.setFilter('module', '')}>
          {t('compliance.filter.module', { code: codeIn(keyOf(module)) })}
        </Button>
      )}
      {operator !== '' && (
        <Button size="sm" icon="close" onClick={() => list.setFilter('operator', '')}>
          {operator === 'none'
            ? t('compliance.chart.allOperators')
            : t('compliance.filter.operator', { code: operator })}
        </Button>
      )}
      {mayClear && (
        <ClearFilters size="sm" variant="link" onClear={() => list.clearFilters(itemFilterNames)}>
          {t('compliance.clear')}
        </ClearFilters>
      )}
    </div>
  )
}
