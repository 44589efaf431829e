import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { Operator } from '@/api/types'
import { can } from '@/lib/can'
import { useExistingPage, useListState } from '@/lib/useListState'
import { useTypedFilter } from '@/lib/useTypedFilter'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { IconButton } from '@/ui/IconButton'
import { PageHead } from '@/ui/PageHead'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { Table } from '@/ui/Table'
import { DeleteOperatorDialog } from './DeleteOperatorDialog'
import { OperatorDialog } from './OperatorDialog'
import { CreateOperatorDialog } from './OperatorEditor'
import { operatorList, operatorSortKeys } from './queries'
import { useOperatorColumns } from './useOperatorColumns'
import './operators.css'

const listDefaults = { sortKeys: operatorSortKeys, sort: { key: 'code', order: 'asc' } } as const

export function OperatorsPage() {
  const { t } = useTranslation()
  const me = useMe()
  const list = useListState(listDefaults, me.user.preferences.pageSize)
  const search = useTypedFilter(list.filter('filter'), (text) => list.setFilter('filter', text))
  const dialog = useDialogInUrl()
  const [deleting, setDeleting] = useState<Operator>()
  const query = {
    filter: list.filter('filter'),
    pageNumber: list.page,
    pageSize: list.pageSize,
    sort: list.sort.key,
    order: list.sort.order,
  }
  const operators = useQuery(operatorList(query))
  useExistingPage(list, operators.data?.total)
  const columns = useOperatorColumns(dialog.open)
  const reason = can.manageOperators(me) ? undefined : t('operators.adminOnly')

  return (
    <>
      <PageHead
        title={t('operators.title')}
        purpose={t('operators.purpose')}
        actions={
          <Button variant="primary" icon="add" disabledReason={reason} onClick={dialog.create}>
            {t('operators.add')}
          </Button>
        }
      />
      <Card flush>
        <div className="p-3">
          <SearchField
            label={t('operators.search')}
            placeholder={t('operators.searchHint')}
            value={search.text}
            onChange={search.type}
            onSearch={search.applyNow}
          />
        </div>
        {operators.error ? (
          <ErrorState
            title={t('operators.listFailed')}
            message={operators.error.message}
            detail={requestIdOf(operators.error)}
            onRetry={() => void operators.refetch()}
          />
        ) : (
          <Table
            caption={t('operators.title')}
            columns={columns}
            rows={operators.data?.items}
            rowKey={(operator) => operator.id}
            sort={list.sort}
            onSort={list.setSort}
            stale={operators.isPlaceholderData}
            actionsHeader={t('operators.actions')}
            rowActions={(operator) => (
              <>
                <IconButton
                  icon={reason ? 'show' : 'edit'}
                  // On a narrow window the code opens the operator, and there is room for one button.
                  className="d-none d-md-inline-flex"
                  label={t(reason ? 'operators.viewOne' : 'operators.editOne', { name: operator.name })}
                  onClick={() => dialog.open(operator.code)}
                />
                <IconButton
                  icon="trash"
                  label={t('operators.deleteOne', { name: operator.name })}
                  disabledReason={reason}
                  onClick={() => setDeleting(operator)}
                />
              </>
            )}
            empty={
              query.filter === '' ? (
                <EmptyState
                  icon="operator"
                  title={t('operators.emptyTitle')}
                  text={reason ?? t('operators.emptyText')}
                  action={
                    reason ? undefined : (
                      <Button variant="primary" icon="add" onClick={dialog.create}>
                        {t('operators.add')}
                      </Button>
                    )
                  }
                />
              ) : (
                <EmptyState
                  icon="search"
                  title={t('operators.noMatchTitle', { text: query.filter })}
                  text={t('operators.noMatchText')}
                  action={<Button onClick={() => search.applyNow('')}>{t('operators.clearSearch')}</Button>}
                />
              )
            }
          />
        )}
        {operators.data && operators.data.total > 0 && (
          <Pagination
            page={list.page}
            pageSize={list.pageSize}
            total={operators.data.total}
            onPage={list.setPage}
            onPageSize={list.setPageSize}
          />
        )}
      </Card>
      {dialog.creating && !reason && <CreateOperatorDialog onClose={dialog.close} />}
      {dialog.code !== undefined && <OperatorDialog code={dialog.code} onClose={dialog.close} />}
      {deleting && <DeleteOperatorDialog operator={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

/** Which dialog stands open is part of the address: links and the command palette open it, the back button closes it. */
function useDialogInUrl() {
  const [params, setParams] = useSearchParams()
  const show = (name: 'do' | 'operator', value: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      after.set(name, value)
      return after
    })
  const close = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('do')
        after.delete('operator')
        return after
      },
      { replace: true },
    )
  return {
    creating: params.get('do') === 'create',
    code: params.get('operator') ?? undefined,
    create: () => show('do', 'create'),
    open: (code: string) => show('operator', code),
    close,
  }
}
