import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { policyItemQuery } from '@/api/compliance'
import type { Compliance, OpenPolicyItem } from '@/api/types'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Icon } from '@/ui/Icon'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { CommentsCard } from './CommentsCard'
import { EvidenceCard } from './EvidenceCard'
import { HistoryCard } from './HistoryCard'
import { ItemActions } from './ItemActions'
import { ItemFacts } from './ItemFacts'
import { ItemMappingsCard } from './mappings/ItemMappingsCard'
import { ReferenceList } from './ReferenceList'
import { isInClauses } from './requirementText'
import { SuggestionsCard } from './SuggestionsCard'
import { WordingsCard } from './WordingsCard'

interface ItemPageProps {
  id: string
  collection: Compliance
}

/** A requirement clause by clause, beside the text of the manuals that answers it. */
export function ItemPage({ id, collection }: ItemPageProps) {
  const { t } = useTranslation()
  const query = useQuery(policyItemQuery(id))
  return (
    <>
      <p className="mb-2">
        <a href={href(paths.compliance(collection.id))}>
          <Icon name="back" size="sm" /> {collection.policyCollectionName}
        </a>
      </p>
      <QueryFrame query={query} failedTitle={t('compliance.itemFailed')} keepsData>
        {(item) => <Item item={item} />}
      </QueryFrame>
    </>
  )
}

function Item({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const { clauses, references } = item
  const ofItem = references.filter(({ policyClauseId }) => policyClauseId === undefined)
  return (
    <>
      <PageHead
        title={[item.policyItemCode, item.title].filter((part) => part !== '').join(' ')}
        purpose={[t(`compliance.kind.${item.kind}`), ...item.categories.map(({ name }) => name)].join(' · ')}
        extra={
          <>
            <PolicyStatusChip status={item.status} />
            {item.isWithdrawn && (
              <Chip tone="danger" icon="disabled">
                {t('compliance.withdrawn')}
              </Chip>
            )}
            {!item.scope.inScope && (
              <Chip tone="neutral" icon="disabled">
                {t('compliance.outOfScope')}
              </Chip>
            )}
          </>
        }
        actions={<ItemActions item={item} />}
      />
      <div className="cpl-item">
        <div className="cpl-stack">
          {item.proposal && (
            <Notice tone="info" title={t('compliance.awaitsSignOff')}>
              {t('compliance.proposedBy', {
                status: t(`compliance.status.${item.proposal.status}`),
                name: item.proposal.by.name || item.proposal.by.account,
              })}
            </Notice>
          )}
          {item.isWithdrawn && references.length > 0 && (
            <Notice tone="warning" title={t('compliance.withdrawnItem')}>
              {t('compliance.withdrawnItemText')}
            </Notice>
          )}
          {item.needsRecheck && (
            <Notice tone="warning" title={t('compliance.recheckItem')}>
              {t('compliance.recheckItemText')}
            </Notice>
          )}
          <Card title={t('compliance.requirement')}>
            {!isInClauses(item) && <p className="cpl-text">{item.text || t('compliance.noText')}</p>}
            {references.length === 0 && <p className="af-hint">{t('compliance.noReferences')}</p>}
            <ReferenceList item={item} references={ofItem} />
            {clauses.length > 0 && (
              <ul className="cpl-clauses">
                {clauses.map(({ id, marker, text }) => (
                  <li key={id}>
                    <p className="cpl-text">
                      <strong>{marker}</strong> {text}
                    </p>
                    <ReferenceList
                      item={item}
                      references={references.filter(({ policyClauseId }) => policyClauseId === id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Card>
          {item.guidance !== '' && (
            <Card title={t('compliance.guidance')}>
              <p className="cpl-text mb-0">{item.guidance}</p>
            </Card>
          )}
          <WordingsCard id={item.id} />
          <ItemMappingsCard id={item.id} />
          {item.abilities.mayEdit && <SuggestionsCard item={item} />}
          <EvidenceCard item={item} />
          <CommentsCard id={item.id} />
          <HistoryCard id={item.id} />
        </div>
        <ItemFacts item={item} />
      </div>
    </>
  )
}
