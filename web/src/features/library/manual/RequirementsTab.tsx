import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PolicyItemFilter, policyItemsQuery } from '@/api/compliance'
import type { ListedPolicyItem, Manual } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { formatNumber } from '@/lib/format'
import { PagedTable } from '@/lib/PagedTable'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { LinkButton } from '@/ui/LinkButton'
import type { Column } from '@/ui/Table'
import { ManualReportDialog } from './ManualReportDialog'

const pageSize = 10

/** The requirements that a manual answers, and those that nothing answers yet. */
export function RequirementsTab({ manual }: { manual: Manual }) {
  const { t } = useTranslation()
  const [isReporting, setReporting] = useState(false)
  return (
    <div className="d-grid gap-3">
      <div className="d-flex justify-content-end">
        <Button icon="spreadsheet" onClick={() => setReporting(true)}>
          {t('compliance.report.open')}
        </Button>
      </div>
      {isReporting && <ManualReportDialog manual={manual} onClose={() => setReporting(false)} />}
      <RequirementsCard
        title={t('library.requirements.answered')}
        empty={t('library.requirements.noneAnswered')}
        filter={{ manualPath: manual.path }}
        link={href(paths.complianceOverview({ manual: manual.path }))}
      />
      <RequirementsCard
        title={t('library.requirements.open')}
        empty={t('library.requirements.noneOpen')}
        filter={{ unreferenced: true, proof: 'open', scope: 'in', assessable: true }}
        link={href(
          paths.complianceOverview({ unreferenced: 'yes', proof: 'open', scope: 'in', assessable: 'yes' }),
        )}
      />
    </div>
  )
}

interface RequirementsCardProps {
  title: string
  empty: string
  filter: PolicyItemFilter
  /** The same list on the page of compliance. */
  link: string
}

function RequirementsCard({ title, empty, filter, link }: RequirementsCardProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(policyItemsQuery({ ...filter, pageNumber: page, pageSize }))
  return (
    <Card
      title={title}
      flush
      actions={
        <LinkButton size="sm" icon="compliance" href={link}>
          {t('library.requirements.all')}
        </LinkButton>
      }
    >
      <PagedTable
        list={{ page, pageSize, setPage }}
        query={query}
        failedTitle={t('compliance.itemsFailed')}
        caption={title}
        columns={useColumns()}
        rowKey={({ id }) => id}
        empty={<EmptyState icon="compliance" title={empty} />}
      />
    </Card>
  )
}

function useColumns(): Column<ListedPolicyItem>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      header: t('compliance.column.code'),
      cell: (item) => (
        <>
          <a href={href(itemPage(item))}>{item.policyItemCode}</a> {item.title}
          <span className="d-block af-hint mt-0">{item.policyCollectionName}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: t('compliance.column.status'),
      cell: ({ status, rechecks }) => (
        <>
          <PolicyStatusChip status={status} />{' '}
          {rechecks > 0 && (
            <Chip tone="warning" icon="warning">
              {t('compliance.recheckCount', { count: rechecks, figure: formatNumber(rechecks) })}
            </Chip>
          )}
        </>
      ),
    },
  ]
}
