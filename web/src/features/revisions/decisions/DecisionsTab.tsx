import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { decisionsQuery } from '@/api/revisions'
import type { RevisionDetail } from '@/api/types'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { useDecisionColumns } from './useDecisionColumns'

// The list has one order: newest first.
const listDefaults = { sortKeys: ['on'], sort: { key: 'on', order: 'desc' } } as const

/** The decisions about one revision, newest first. */
export function DecisionsTab({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const decisions = useQuery(decisionsQuery({ ...list.pageRequest, revision: revision.id }))
  return (
    <Card flush>
      <PagedTable
        list={list}
        query={decisions}
        failedTitle={t('revisions.history.failed')}
        caption={t('revisions.decisions.title')}
        columns={useDecisionColumns(false)}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="clock"
            title={t('revisions.decisions.none')}
            text={t('revisions.decisions.noneText')}
          />
        }
      />
    </Card>
  )
}
