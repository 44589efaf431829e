import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changePolicyItems, policyItemsQuery } from '@/api/compliance'
import type { ListedPolicyItem } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { formatDate } from '@/lib/format'
import { Pages } from '@/lib/Pages'
import { href } from '@/lib/paths'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { showToast } from '@/ui/toasts'
import { reviewPageSize } from './reviewPageSize'

interface OverdueCardProps {
  mine: boolean
  mayEdit: boolean
}

/** The requirements whose review is overdue. */
export function OverdueCard({ mine, mayEdit }: OverdueCardProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(
    policyItemsQuery({
      overdue: true,
      mine,
      sort: 'reviewDate',
      order: 'asc',
      pageNumber: page,
      pageSize: reviewPageSize,
    }),
  )
  return (
    <Card title={t('compliance.reviews.overdue')}>
      <QueryFrame query={query} failedTitle={t('compliance.itemsFailed')} keepsData>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mb-0">{t('compliance.reviews.noOverdue')}</p>
          ) : (
            <ul className="cpl-references" aria-label={t('compliance.reviews.overdue')}>
              {items.map((item) => (
                <OverdueEntry key={item.id} item={item} mayEdit={mayEdit} />
              ))}
            </ul>
          )
        }
      </QueryFrame>
      <Pages
        list={{ page, pageSize: reviewPageSize, setPage }}
        query={query}
        label={t('compliance.reviews.overduePages')}
      />
    </Card>
  )
}

/** A year from today, which is how often most regulations ask for a review. */
function nextReview(): string {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}

function OverdueEntry({ item, mayEdit }: { item: ListedPolicyItem; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { policyItemCode, title, status, reviewDate, policyCollectionName } = item
  const date = nextReview()
  const reviewed = useMutation({
    mutationFn: () => changePolicyItems([item], { change: 'reviewDate', reviewDate: date }),
  })
  const onSuccess = () => showToast({ tone: 'success', text: t('compliance.done') })
  return (
    <li className="cpl-reference" data-review={item.id}>
      <a href={href(itemPage(item))}>
        {policyItemCode} {title}
      </a>{' '}
      <PolicyStatusChip status={status} />
      <span className="af-hint d-block mt-0">
        {policyCollectionName}
        {reviewDate && ` · ${t('compliance.reviews.due', { date: formatDate(reviewDate) })}`}
      </span>
      {mayEdit && (
        <div className="af-page-actions">
          <Button
            size="sm"
            icon="check"
            data-key="r"
            busy={reviewed.isPending}
            onClick={() => reviewed.mutate(undefined, { onSuccess, onError: showProblem })}
          >
            {t('compliance.reviews.reviewed', { date: formatDate(date) })}
          </Button>
        </div>
      )}
    </li>
  )
}
