import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { policyItemQuery } from '@/api/compliance'
import type { PolicyRef } from '@/api/types'
import { EvidenceCard } from '@/features/compliance/EvidenceCard'
import { FutureTextsCard } from '@/features/compliance/FutureTextsCard'
import { HistoryCard } from '@/features/compliance/HistoryCard'
import { ItemDetails } from '@/features/compliance/ItemFacts'
import { RequirementCard } from '@/features/compliance/RequirementCard'
import { WordingsCard } from '@/features/compliance/WordingsCard'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { href } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { PageHead } from '@/ui/PageHead'
import { auditPlaces } from './places'
import '@/features/compliance/compliance.css'

/** A requirement with its status, the texts that answer it, evidence and history. */
export function AuditedItem({ collection, id }: { collection: string; id: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const query = useQuery(policyItemQuery(id))
  const hrefOf = ({ path, manualPath, anchor }: PolicyRef) => {
    const place = path === '' ? auditPlaces.manual(manualPath) : auditPlaces.module(manualPath, path, anchor)
    return href(`${pathname}${place.search}`)
  }
  return (
    <>
      <p>
        <Link to={auditPlaces.collection(collection)}>{t('auditors.back')}</Link>
      </p>
      <QueryFrame query={query} failedTitle={t('auditors.loadFailed')}>
        {(item) => (
          <>
            <PageHead
              title={[item.policyItemCode, item.title].filter(Boolean).join(' · ')}
              purpose={[
                item.collection.policyCollectionName,
                ...item.categories.map(({ name }) => name),
              ].join(' · ')}
              extra={<PolicyStatusChip status={item.status} />}
            />
            <div className="cpl-item">
              <div className="cpl-stack">
                <RequirementCard item={item} hrefOf={hrefOf} />
                {item.guidance !== '' && (
                  <Card title={t('compliance.guidance')}>
                    <p className="cpl-text mb-0">{item.guidance}</p>
                  </Card>
                )}
                <FutureTextsCard item={item} />
                <WordingsCard id={id} />
                <EvidenceCard item={item} />
                <HistoryCard id={id} />
              </div>
              <ItemDetails item={item} />
            </div>
          </>
        )}
      </QueryFrame>
    </>
  )
}
