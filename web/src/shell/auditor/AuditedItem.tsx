import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { policyItemQuery } from '@/api/compliance'
import type { PolicyRef } from '@/api/types'
import { EvidenceCard } from '@/features/compliance/EvidenceCard'
import { HistoryCard } from '@/features/compliance/HistoryCard'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { PageHead } from '@/ui/PageHead'
import { auditPlaces } from './places'

/** A requirement with its status, the texts that answer it, evidence and history. */
export function AuditedItem({ collection, id }: { collection: string; id: string }) {
  const { t } = useTranslation()
  const query = useQuery(policyItemQuery(id))
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
              purpose={t(`compliance.status.${item.status}`)}
            />
            <div className="au-stack">
              <Card title={t('auditors.requirement')}>
                <p className="au-text">{item.text || t('auditors.none')}</p>
                {item.clauses.length > 0 && (
                  <ul className="au-list">
                    {item.clauses.map((clause) => (
                      <li key={clause.id} className="au-text">
                        {[clause.marker, clause.text].filter(Boolean).join(' ')}
                      </li>
                    ))}
                  </ul>
                )}
              </Card>
              <Card title={t('auditors.references')}>
                {item.references.length === 0 && <p className="af-hint mt-0">{t('auditors.none')}</p>}
                <ul className="au-list">
                  {item.references.map((reference) => (
                    <li key={reference.id}>
                      <Place reference={reference} />
                      {reference.currentQuote !== '' && (
                        <blockquote className="au-text">{reference.currentQuote}</blockquote>
                      )}
                      {reference.comment !== '' && <p className="au-text">{reference.comment}</p>}
                    </li>
                  ))}
                </ul>
              </Card>
              <EvidenceCard item={item} />
              <HistoryCard id={id} />
            </div>
          </>
        )}
      </QueryFrame>
    </>
  )
}

/** The name of a place; one in a granted manual leads there. */
function Place({ reference }: { reference: PolicyRef }) {
  const { t } = useTranslation()
  const { path, manualPath, code, title, chapter } = reference
  if (manualPath === '') return <strong>{t('compliance.deletedManual')}</strong>
  const name = [code || manualPath.slice(1), title, chapter].filter(Boolean).join(' · ')
  const place = path === '' ? auditPlaces.manual(manualPath) : auditPlaces.module(manualPath, path)
  return <Link to={place}>{name}</Link>
}
