import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mappingCoverageQuery } from '@/api/policyMappings'
import type { Compliance, CoveredItem, MappedItem, ProofCounts } from '@/api/types'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { formatNumber } from '@/lib/format'
import { Pages } from '@/lib/Pages'
import { href, paths } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import type { ListState } from '@/lib/useListState'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { EmptyState } from '@/ui/EmptyState'
import { Select } from '@/ui/Select'
import { type Column, Table } from '@/ui/Table'

const looks = {
  own: { tone: 'success', icon: 'success' },
  mapped: { tone: 'success', icon: 'link' },
  part: { tone: 'warning', icon: 'warning' },
  open: { tone: 'neutral', icon: 'clock' },
  missing: { tone: 'danger', icon: 'missing' },
} as const

const proofs = ['own', 'mapped', 'part', 'open', 'missing'] as const

interface CoverageCardProps {
  list: ListState<string>
  collection: Compliance
  other: Compliance
}

/** The proofs of two collections for each other, and the requirements that nothing proves yet. */
export function CoverageCard({ list, collection, other }: CoverageCardProps) {
  const { t } = useTranslation()
  const chosen = list.filter('proof')
  const query = useQuery(
    mappingCoverageQuery({
      ...list.pageRequest,
      collectionId: collection.id,
      otherId: other.id,
      proof: chosen || undefined,
    }),
  )
  const columns = useCoverageColumns()
  return (
    <QueryFrame query={query} failedTitle={t('mappings.failed')} keepsData>
      {({ figures, items }) => (
        <div className="cpl-stack">
          <Card title={t('mappings.figures')} flush>
            <Table
              caption={t('mappings.figures')}
              columns={figureColumns(t)}
              rows={figures}
              rowKey={({ collection: { id } }) => id}
              empty={null}
            />
          </Card>
          <Card title={t('mappings.proofs', { name: collection.policyCollectionName })} flush>
            <div className="cpl-filters">
              <Select
                label={t('mappings.proof.label')}
                labelHidden
                options={[
                  { value: '', label: t('mappings.proof.all') },
                  { value: 'part,open,missing', label: t('mappings.proof.unproved') },
                  ...proofs.map((value) => ({ value, label: t(`mappings.proof.${value}`) })),
                ]}
                value={chosen}
                onChange={(event) => list.setFilter('proof', event.target.value)}
              />
            </div>
            <Table
              caption={t('mappings.proofs', { name: collection.policyCollectionName })}
              columns={columns}
              rows={items.items}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              empty={<EmptyState icon="success" title={t('mappings.noneListed')} />}
            />
            <Pages list={list} query={{ data: items, isPlaceholderData: query.isPlaceholderData }} />
          </Card>
        </div>
      )}
    </QueryFrame>
  )
}

function figureColumns(t: (key: string) => string): Column<ProofCounts>[] {
  return [
    {
      key: 'collection',
      header: t('regulations.column.collection'),
      cell: ({ collection }) => collection.policyCollectionName,
    },
    ...proofs.map((proof) => ({
      key: proof,
      header: t(`mappings.proof.${proof}`),
      align: 'end' as const,
      cell: (counts: ProofCounts) => formatNumber(counts[proof]),
    })),
  ]
}

function useCoverageColumns(): Column<CoveredItem>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      header: t('compliance.column.code'),
      cell: ({ policyItemCode, title }) => (
        <>
          <strong>{policyItemCode}</strong>
          <span className="af-hint d-block mt-0">{title}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: t('compliance.column.status'),
      cell: ({ status, needsRecheck }) => (
        <>
          <PolicyStatusChip status={status} />
          {needsRecheck && <RecheckChip />}
        </>
      ),
    },
    {
      key: 'proof',
      header: t('mappings.proof.label'),
      cell: ({ proof }) => {
        const known = proofs.find((each) => each === proof)
        return known && <Chip {...looks[known]}>{t(`mappings.proof.${known}`)}</Chip>
      },
    },
    {
      key: 'counterparts',
      header: t('mappings.counterparts'),
      cell: ({ counterparts }) => (
        <ul className="list-unstyled mb-0">
          {counterparts.map((counterpart) => (
            <li key={counterpart.id}>
              <a href={href(paths.compliance(counterpart.collectionId, { item: counterpart.id }))}>
                {counterpart.policyItemCode}
              </a>{' '}
              {t(`mappings.relation.${counterpart.relationship}`)}{' '}
              <PolicyStatusChip status={counterpart.status} />
              <CounterpartMark counterpart={counterpart} />
            </li>
          ))}
        </ul>
      ),
    },
  ]
}

function RecheckChip() {
  const { t } = useTranslation()
  return (
    <Chip tone="warning" icon="warning">
      {t('compliance.recheckItem')}
    </Chip>
  )
}

/** Why a corresponding requirement proves nothing, whatever its status. */
function CounterpartMark({ counterpart }: { counterpart: MappedItem }) {
  const { t } = useTranslation()
  if (counterpart.counts) return counterpart.needsRecheck && <RecheckChip />
  return (
    <Chip tone="danger" icon="disabled">
      {t(counterpart.isWithdrawn ? 'compliance.withdrawn' : 'mappings.notCounted')}
    </Chip>
  )
}
