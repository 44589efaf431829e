import { useTranslation } from 'react-i18next'
import type { RevisionDetail } from '@/api/types'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { Table } from '@/ui/Table'
import { useDecisionColumns } from './useDecisionColumns'

/** What was decided about one revision, newest first. */
export function DecisionsTab({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  return (
    <Card flush>
      <Table
        caption={t('revisions.decisions.title')}
        columns={useDecisionColumns(false)}
        rows={revision.decisions}
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
