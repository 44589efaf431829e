import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { complianceQuery, policyItemsQuery } from '@/api/compliance'
import { useMe } from '@/api/queries'
import type { ListedPolicyItem } from '@/api/types'
import { PacksCard } from '@/features/compliance/PacksCard'
import { PolicyStatusChip, policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { QueryFrame } from '@/lib/QueryFrame'
import { usePaused } from '@/lib/usePaused'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { Pagination } from '@/ui/Pagination'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { type Column, Table } from '@/ui/Table'
import { auditPlaces } from './places'
import { ReportCard } from './ReportCard'

const pauseMs = 250

/** The requirements of a collection with their status, its report and its audit packs. */
export function AuditedCollection({ id }: { id: string }) {
  const { t } = useTranslation()
  const { pageSize } = useMe().user.preferences
  const [pageNumber, setPageNumber] = useState(1)
  const collections = useQuery(complianceQuery())
  const collection = collections.data?.find((one) => one.id === id)
  const [text, setText] = useState('')
  const [status, setStatus] = useState('')
  const keywordFilter = usePaused(text.trim(), pauseMs) || undefined
  const filter = { fromPath: `/${id}`, status: status || undefined, keywordFilter }
  const query = useQuery(policyItemsQuery({ ...filter, pageNumber, pageSize }))
  const columns: Column<ListedPolicyItem>[] = [
    {
      key: 'code',
      header: t('auditors.code'),
      cell: (item) => <Link to={auditPlaces.item(id, item.id)}>{item.policyItemCode}</Link>,
    },
    { key: 'title', header: t('auditors.requirement'), cell: (item) => item.title },
    {
      key: 'status',
      header: t('auditors.status'),
      cell: (item) => <PolicyStatusChip status={item.status} />,
    },
    {
      key: 'references',
      header: t('auditors.references'),
      cell: (item) => item.references,
      align: 'end',
      hideBelow: 'md',
    },
  ]
  return (
    <>
      <p>
        <Link to={auditPlaces.home}>{t('auditors.back')}</Link>
      </p>
      <PageHead
        title={collection?.policyCollectionName ?? t('auditors.collections')}
        purpose={collection?.policyOriginator ?? ''}
      />
      <div className="au-stack">
        <Card title={t('auditors.requirements')} flush>
          <div className="au-filters">
            <SearchField
              label={t('compliance.search')}
              placeholder={t('compliance.searchHint')}
              value={text}
              onChange={(typed) => {
                setText(typed)
                setPageNumber(1)
              }}
            />
            <Select
              label={t('auditors.status')}
              labelHidden
              options={[
                { value: '', label: t('compliance.filter.allStatuses') },
                ...policyStatuses.map((value) => ({ value, label: t(`compliance.status.${value}`) })),
              ]}
              value={status}
              onChange={({ target }) => {
                setStatus(target.value)
                setPageNumber(1)
              }}
            />
          </div>
          <QueryFrame query={query} failedTitle={t('auditors.requirementsFailed')} keepsData>
            <Table
              caption={t('auditors.requirements')}
              rows={query.data?.items}
              rowKey={(item) => item.id}
              columns={columns}
              empty={<EmptyState icon="compliance" title={t('auditors.noRequirements')} />}
            />
          </QueryFrame>
          {query.data && query.data.total > pageSize && (
            <Pagination
              page={pageNumber}
              pageSize={pageSize}
              total={query.data.total}
              onPage={setPageNumber}
            />
          )}
        </Card>
        {collection && (
          <ReportCard
            name={collection.policyCollectionName}
            jobName="downloadComplianceReportJob"
            parameters={{ collectionId: id }}
          />
        )}
        <PacksCard collection={id} />
      </div>
    </>
  )
}
