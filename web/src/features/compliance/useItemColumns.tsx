import { useTranslation } from 'react-i18next'
import type { ListedPolicyItem } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { formatDate, formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'
import { ProofByMapping } from './ProofByMapping'

export function useItemColumns(withCollection: boolean): Column<ListedPolicyItem>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      header: t('compliance.column.code'),
      sortable: true,
      cell: (item) => (
        <>
          <a className="text-break" data-item={item.id} href={href(itemPage(item))}>
            {item.policyItemCode}
          </a>
          {/* The column of titles has no room on small screens. */}
          <span className="d-block d-md-none text-break">{item.title}</span>
          {withCollection && <span className="af-hint d-block mt-0">{item.policyCollectionName}</span>}
        </>
      ),
    },
    {
      key: 'title',
      header: t('compliance.column.title'),
      sortable: true,
      hideBelow: 'md',
      cell: ({ title, kind }) => (
        <>
          {title}
          <span className="af-hint d-block mt-0">{t(`compliance.kind.${kind}`)}</span>
        </>
      ),
    },
    {
      key: 'status',
      header: t('compliance.column.status'),
      sortable: true,
      cell: ({ status, proposal, scope, needsRecheck, isWithdrawn, provedBy = [] }) => (
        <>
          <PolicyStatusChip status={status} />{' '}
          {proposal && (
            <Chip tone="info" icon="clock">
              {t('compliance.awaitsSignOff')}
            </Chip>
          )}
          {needsRecheck && (
            <Chip tone="warning" icon="warning">
              {t('compliance.recheckItem')}
            </Chip>
          )}
          <ProofByMapping provedBy={provedBy} />
          {isWithdrawn && <span className="af-hint d-block mt-0">{t('compliance.withdrawn')}</span>}
          {!scope.inScope && <span className="af-hint d-block mt-0">{t('compliance.outOfScope')}</span>}
        </>
      ),
    },
    {
      key: 'references',
      header: t('compliance.column.references'),
      align: 'end',
      cell: ({ references, rechecks }) => (
        <>
          {formatNumber(references)}{' '}
          {rechecks > 0 && (
            <Chip tone="warning" icon="warning">
              {t('compliance.recheckCount', { count: rechecks, figure: formatNumber(rechecks) })}
            </Chip>
          )}
        </>
      ),
    },
    {
      key: 'owner',
      header: t('compliance.column.owner'),
      sortable: true,
      hideBelow: 'lg',
      cell: ({ owner }) => owner && <span title={owner.account}>{owner.name || owner.account}</span>,
    },
    {
      key: 'reviewDate',
      header: t('compliance.column.reviewDate'),
      sortable: true,
      hideBelow: 'lg',
      cell: ({ reviewDate }) => reviewDate && <span className="text-nowrap">{formatDate(reviewDate)}</span>,
    },
  ]
}
