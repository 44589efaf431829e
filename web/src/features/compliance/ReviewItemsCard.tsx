import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PolicyItemFilter, policyItemsQuery } from '@/api/compliance'
import type { ListedPolicyItem } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { Pages } from '@/lib/Pages'
import { href } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { Card } from '@/ui/Card'
import { reviewPageSize } from './reviewPageSize'

interface ReviewItemsCardProps {
  title: string
  /** The text of an empty list. */
  empty: string
  /** Names the buttons of the pages. */
  pagesLabel: string
  filter: PolicyItemFilter
  /** The note on a requirement, behind the name of its collection. */
  noteOf?: (item: ListedPolicyItem) => string
  /** The decisions about a requirement. */
  children: (item: ListedPolicyItem) => ReactNode
}

/** Requirements of the work list, each with its decisions. */
export function ReviewItemsCard({
  title,
  empty,
  pagesLabel,
  filter,
  noteOf,
  children,
}: ReviewItemsCardProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(policyItemsQuery({ ...filter, pageNumber: page, pageSize: reviewPageSize }))
  return (
    <Card title={title}>
      <QueryFrame query={query} failedTitle={t('compliance.itemsFailed')} keepsData>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mb-0">{empty}</p>
          ) : (
            <ul className="cpl-references" aria-label={title}>
              {items.map((item) => (
                <li key={item.id} className="cpl-reference" data-review={item.id}>
                  <a href={href(itemPage(item))}>
                    {item.policyItemCode} {item.title}
                  </a>{' '}
                  <PolicyStatusChip status={item.status} />
                  <span className="af-hint d-block mt-0">
                    {[item.policyCollectionName, noteOf?.(item)].filter(Boolean).join(' · ')}
                  </span>
                  {children(item)}
                </li>
              ))}
            </ul>
          )
        }
      </QueryFrame>
      <Pages list={{ page, pageSize: reviewPageSize, setPage }} query={query} label={pagesLabel} />
    </Card>
  )
}
