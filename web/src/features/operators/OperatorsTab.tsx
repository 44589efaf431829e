import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { Operator } from '@/api/types'
import { can } from '@/lib/can'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { RowActions } from '@/ui/RowActions'
import { DeleteOperatorDialog } from './DeleteOperatorDialog'
import { ListCard } from './ListCard'
import { operatorList, operatorSortKeys } from './queries'
import { useOperatorColumns } from './useOperatorColumns'

const listDefaults = { sortKeys: operatorSortKeys, sort: { key: 'code', order: 'asc' } } as const

interface OperatorsTabProps {
  onOpen: (code: string) => void
  /** Opens the house style. */
  onStyle: (code: string) => void
  onCreate: () => void
}

export function OperatorsTab({ onOpen, onStyle, onCreate }: OperatorsTabProps) {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const [deleting, setDeleting] = useState<Operator>()
  const operators = useQuery(
    operatorList({
      filter: list.filter('filter'),
      ...list.pageRequest,
      sort: list.sort.key,
      order: list.sort.order,
    }),
  )
  const columns = useOperatorColumns(onOpen)
  const reason = can.manageOperators(me) ? undefined : t('operators.adminOnly')
  return (
    <>
      <ListCard
        list={list}
        rows={operators}
        columns={columns}
        rowKey={(operator) => operator.id}
        caption={t('operators.title')}
        search={{ label: t('operators.search'), placeholder: t('operators.searchHint') }}
        failed={t('operators.listFailed')}
        rowActions={(operator) => (
          <RowActions
            label={t('operators.actionsOf', { name: operator.name })}
            actions={[
              {
                icon: reason ? 'show' : 'edit',
                label: t(reason ? 'operators.viewOne' : 'operators.editOne', { name: operator.name }),
                onSelect: () => onOpen(operator.code),
              },
              {
                icon: 'style',
                label: t('operators.style.open', { name: operator.name }),
                onSelect: () => onStyle(operator.code),
              },
              {
                icon: 'trash',
                label: t('operators.deleteOne', { name: operator.name }),
                disabledReason: reason,
                onSelect: () => setDeleting(operator),
              },
            ]}
          />
        )}
        none={
          <EmptyState
            icon="operator"
            title={t('operators.emptyTitle')}
            text={reason ?? t('operators.emptyText')}
            action={
              reason ? undefined : (
                <Button variant="primary" icon="add" onClick={onCreate}>
                  {t('operators.add')}
                </Button>
              )
            }
          />
        }
      />
      {deleting && <DeleteOperatorDialog operator={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}
