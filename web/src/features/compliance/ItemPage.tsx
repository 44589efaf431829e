import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { policyItemQuery } from '@/api/compliance'
import type { Compliance, OpenPolicyItem } from '@/api/types'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { CommentsCard } from './CommentsCard'
import { EvidenceCard } from './EvidenceCard'
import { FutureTextsCard } from './FutureTextsCard'
import { HistoryCard } from './HistoryCard'
import { ItemActions } from './ItemActions'
import { ItemFacts } from './ItemFacts'
import { ItemNavigation } from './ItemNavigation'
import { MeansCard } from './MeansCard'
import { ItemMappingsCard } from './mappings/ItemMappingsCard'
import { RequirementCard } from './RequirementCard'
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
      <ItemNavigation id={id} collection={collection} />
      <QueryFrame query={query} failedTitle={t('compliance.itemFailed')} keepsData>
        {(item) => <Item item={item} />}
      </QueryFrame>
    </>
  )
}

function Item({ item }: { item: OpenPolicyItem }) {
  const { t } = useTranslation()
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
          {item.isWithdrawn && item.references.length > 0 && (
            <Notice tone="warning" title={t('compliance.withdrawnItem')}>
              {t('compliance.withdrawnItemText')}
            </Notice>
          )}
          {item.needsRecheck && (
            <Notice tone="warning" title={t('compliance.recheckItem')}>
              {t('compliance.recheckItemText')}
            </Notice>
          )}
          <RequirementCard item={item} />
          {item.guidance !== '' && (
            <Card title={t('compliance.guidance')}>
              <p className="cpl-text mb-0">{item.guidance}</p>
            </Card>
          )}
          <FutureTextsCard item={item} />
          <WordingsCard id={item.id} />
          <ItemMappingsCard id={item.id} />
          {item.abilities.mayEdit && <SuggestionsCard item={item} />}
          <MeansCard item={item} />
          <EvidenceCard item={item} />
          <CommentsCard id={item.id} />
          <HistoryCard id={item.id} />
        </div>
        <ItemFacts item={item} />
      </div>
    </>
  )
}
