import { useTranslation } from 'react-i18next'
import type { ListedPolicyItem } from '@/api/types'
import { formatDate, formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import type { Column } from '@/ui/Table'
import { StatusChip } from './StatusChip'

/** The page of a requirement: its path begins with its collection. */
export const itemPage = ({ id, path }: Pick<ListedPolicyItem, 'id' | 'path'>) =>
  paths.compliance(path.split('/')[1] ?? '', { item: id })

export function useItemColumns(withCollection: boolean): Column<ListedPolicyItem>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      header: t('compliance.column.code'),
      sortable: true,
      cell: (item) => (
        <>
          <a className="text-break" href={href(itemPage(item))}>
            {item.policyItemCode}
          </a>
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
      cell: ({ status, proposal, scope }) => (
        <>
          <StatusChip status={status} />{' '}
          {proposal && (
            <Chip tone="info" icon="clock">
              {t('compliance.awaitsSignOff')}
            </Chip>
          )}
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
