import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { auditedModulesQuery } from '@/api/auditing'
import { useMe } from '@/api/queries'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { Pagination } from '@/ui/Pagination'
import { auditPlaces } from './places'
import { ReportCard } from './ReportCard'

/** The modules of a granted manual, and its report. */
export function AuditedManual({ path }: { path: string }) {
  const { t } = useTranslation()
  const { pageSize } = useMe().user.preferences
  const [pageNumber, setPageNumber] = useState(1)
  const [csdbName = '', manualName = ''] = path.slice(1).split('/')
  const query = useQuery(auditedModulesQuery(path, pageNumber, pageSize))
  return (
    <>
      <p>
        <Link to={auditPlaces.home}>{t('auditors.back')}</Link>
      </p>
      <PageHead title={path.slice(1)} purpose={t('auditors.modules')} />
      <div className="au-stack">
        <Card title={t('auditors.modules')}>
          <QueryFrame query={query} failedTitle={t('auditors.modulesFailed')} keepsData>
            {({ items, total }) => (
              <>
                {total === 0 && <EmptyState icon="file" title={t('auditors.noModules')} />}
                <ul className="au-list">
                  {items.map((file) => (
                    <li key={file.path}>
                      <Link to={auditPlaces.module(path, file.path)}>{file.title || file.name}</Link>{' '}
                      <small>{file.name}</small>
                    </li>
                  ))}
                </ul>
                {total > pageSize && (
                  <Pagination page={pageNumber} pageSize={pageSize} total={total} onPage={setPageNumber} />
                )}
              </>
            )}
          </QueryFrame>
        </Card>
        <ReportCard
          name={path}
          jobName="downloadComplianceManualReportJob"
          parameters={{ csdbName, manualName }}
        />
      </div>
    </>
  )
}
