import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changePolicyItems } from '@/api/compliance'
import type { ListedPolicyItem } from '@/api/types'
import { formatDate } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toasts'
import { nextReview } from './nextReview'
import { ReviewItemsCard } from './ReviewItemsCard'

interface OverdueCardProps {
  mine: boolean
  mayEdit: boolean
}

/** The requirements whose review is overdue. */
export function OverdueCard({ mine, mayEdit }: OverdueCardProps) {
  const { t } = useTranslation()
  return (
    <ReviewItemsCard
      title={t('compliance.reviews.overdue')}
      empty={t('compliance.reviews.noOverdue')}
      pagesLabel={t('compliance.reviews.overduePages')}
      filter={{ overdue: true, mine, sort: 'reviewDate', order: 'asc' }}
      noteOf={({ reviewDate }) =>
        reviewDate ? t('compliance.reviews.due', { date: formatDate(reviewDate) }) : ''
      }
    >
      {(item) => mayEdit && <Reviewed item={item} />}
    </ReviewItemsCard>
  )
}

function Reviewed({ item }: { item: ListedPolicyItem }) {
  const { t } = useTranslation()
  const date = nextReview()
  const reviewed = useMutation({
    mutationFn: () => changePolicyItems([item], { change: 'reviewDate', reviewDate: date }),
  })
  const onSuccess = () => showToast({ tone: 'success', text: t('compliance.done') })
  return (
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
  )
}
