import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { actorAsked } from '@/lib/actor'
import { ClearFilters } from '@/lib/ClearFilters'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
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
  const columns = useAuditColumns()

  return (
    <Card title={t('admin.audit.title')} actions={<VerifyChain />} flush>
      <AuditFilters list={list} />
      <PagedTable
        list={list}
        query={entries}
        failedTitle={t('admin.audit.failed')}
        caption={t('admin.audit.tab')}
        columns={columns}
        rowKey={(entry) => String(entry.seq)}
        empty={
          <EmptyState
            icon="search"
            title={t('admin.audit.noMatchTitle')}
            text={t('admin.audit.noMatchText')}
            action={
              <ClearFilters onClear={() => list.clearFilters(auditFilterNames)}>
                {t('admin.clearFilters')}
              </ClearFilters>
            }
          />
        }
      />
    </Card>
  )
}
