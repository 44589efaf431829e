import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { complianceQuery } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import { useMe } from '@/api/queries'
import { formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { PageHead } from '@/ui/PageHead'
import { auditPlaces } from './places'

/** The collections and manuals that were granted. */
export function AuditorHome() {
  const { t } = useTranslation()
  const { user } = useMe()
  const collections = useQuery(complianceQuery())
  const manuals = useQuery(manualsQuery())
  const isEmpty = collections.data?.length === 0 && manuals.data?.length === 0
  return (
    <>
      <PageHead
        title={t('auditors.home')}
        purpose={t('auditors.homePurpose', { date: formatDateTime(user.guestUntil ?? '') })}
      />
      {isEmpty && <EmptyState icon="lock" title={t('auditors.nothing')} text={t('auditors.nothingText')} />}
      <div className="au-columns">
        <QueryFrame query={collections} failedTitle={t('auditors.loadFailed')}>
          {(found) =>
            found.length > 0 && (
              <Card title={t('auditors.collections')}>
                <ul className="au-list">
                  {found.map(({ id, policyCollectionName, policyOriginator }) => (
                    <li key={id}>
                      <Link to={auditPlaces.collection(id)}>{policyCollectionName}</Link>{' '}
                      <small>{policyOriginator}</small>
                    </li>
                  ))}
                </ul>
              </Card>
            )
          }
        </QueryFrame>
        <QueryFrame query={manuals} failedTitle={t('auditors.loadFailed')}>
          {(found) =>
            found.length > 0 && (
              <Card title={t('auditors.manuals')}>
                <ul className="au-list">
                  {found.map(({ path }) => (
                    <li key={path}>
                      <Link to={auditPlaces.manual(path)}>{path.slice(1)}</Link>
                    </li>
                  ))}
                </ul>
              </Card>
            )
          }
        </QueryFrame>
      </div>
    </>
  )
}
