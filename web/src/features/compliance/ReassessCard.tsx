import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setPolicyStatus } from '@/api/compliance'
import type { ListedPolicyItem } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toasts'
import { ReviewItemsCard } from './ReviewItemsCard'

interface ReassessCardProps {
  mine: boolean
  mayEdit: boolean
}

/** The requirements that a version of the regulation changed, and that nobody has assessed since. */
export function ReassessCard({ mine, mayEdit }: ReassessCardProps) {
  const { t } = useTranslation()
  return (
    <ReviewItemsCard
      title={t('compliance.reviews.reassess')}
      empty={t('compliance.reviews.noReassess')}
      pagesLabel={t('compliance.reviews.reassessPages')}
      filter={{ reassess: true, mine }}
    >
      {(item) => mayEdit && <Assessments item={item} />}
    </ReviewItemsCard>
  )
}

function Assessments({ item }: { item: ListedPolicyItem }) {
  const { t } = useTranslation()
  const set = useMutation({ mutationFn: (status: string) => setPolicyStatus(item, status, '') })
  const onSuccess = () => showToast({ tone: 'success', text: t('compliance.done') })
  const choose = (status: string) => {
    // The other button can be pressed while one is busy.
    if (!set.isPending) set.mutate(status, { onSuccess, onError: showProblem })
  }
  const isBusy = (status: string) => set.isPending && set.variables === status
  // A status that needs a reason is set on the page of the requirement; one that was never assessed cannot stay so.
  const mayStay = item.status !== 'not_applicable' && item.status !== 'not_assessed'
  return (
    <div className="af-page-actions">
      {mayStay && (
        <Button
          size="sm"
          icon="check"
          data-key="s"
          busy={isBusy(item.status)}
          onClick={() => choose(item.status)}
        >
          {t('compliance.reviews.keep', { status: t(`compliance.status.${item.status}`) })}
        </Button>
      )}
      {item.status !== 'non_compliant' && (
        <Button
          size="sm"
          icon="danger"
          data-key="n"
          busy={isBusy('non_compliant')}
          onClick={() => choose('non_compliant')}
        >
          {t('compliance.reviews.nonCompliant')}
        </Button>
      )}
    </div>
  )
}
