import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { requestIdOf } from '@/api/problem'
import { useMe } from '@/api/queries'
import { actorAsked } from '@/lib/actor'
import { useExistingPage, useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorState } from '@/ui/ErrorState'
import { Pagination } from '@/ui/Pagination'
import { Table } from '@/ui/Table'
import { AuditFilters, auditFilterNames } from './AuditFilters'
import { auditList } from './queries'
import { useAuditColumns } from './useAuditColumns'
import { VerifyChain } from './VerifyChain'

// The log has one order: newest first.
const listDefaults = { sortKeys: ['seq'], sort: { key: 'seq', order: 'desc' } } as const

export function AuditTab() {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const filter = {
    actor: actorAsked(t, list.filter('actor')),
    action: list.filter('action'),
    subject: list.filter('subject'),
    from: list.filter('from'),
    to: list.filter('to'),
  }
  const entries = useQuery(auditList(filter, list.page, list.pageSize))
  useExistingPage(list, entries)
  const columns = useAuditColumns()

  return (
    <Card title={t('admin.audit.title')} actions={<VerifyChain />} flush>
      <AuditFilters list={list} />
      {entries.error ? (
        <ErrorState
          title={t('admin.audit.failed')}
          message={entries.error.message}
          detail={requestIdOf(entries.error)}
          onRetry={() => void entries.refetch()}
        />
      ) : (
        <Table
          caption={t('admin.audit.tab')}
          columns={columns}
          rows={entries.data?.items}
          rowKey={(entry) => String(entry.seq)}
          stale={entries.isPlaceholderData}
          empty={
            <EmptyState
              icon="search"
              title={t('admin.audit.noMatchTitle')}
              text={t('admin.audit.noMatchText')}
              action={
                <Button onClick={() => list.clearFilters(auditFilterNames)}>{t('admin.clearFilters')}</Button>
              }
            />
          }
        />
      )}
      {entries.data && entries.data.total > 0 && (
        <Pagination
          page={list.page}
          pageSize={list.pageSize}
          total={entries.data.total}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Card>
  )
}
