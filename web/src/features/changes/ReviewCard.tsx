import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reviewRequest } from '@/api/changeRequests'
import { useMe } from '@/api/queries'
import type { OpenChangeRequest, RequestReviewer } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { Chip } from '@/ui/Chip'
import { ReviewDialog } from './ReviewDialog'

/** The reviewers with their verdicts, and the own one. */
export function ReviewCard({ open }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const [verdict, setVerdict] = useState<'approved' | 'rejected'>()
  const { account } = useMe().user
  const { request, reviewers, abilities } = open
  const own = reviewers.find(({ person }) => person.account === account)?.verdict
  const takeBack = useMutation({
    mutationFn: () => reviewRequest(request.id, { round: request.round, comment: '' }),
    onError: showProblem,
  })
  return (
    <Card
      title={t('changeRequests.review.title')}
      actions={
        open.isApproved && (
          <Chip tone="success" icon="success">
            {t('changeRequests.review.isApproved')}
          </Chip>
        )
      }
    >
      {reviewers.length === 0 ? (
        <p className="af-hint">{t('changeRequests.review.none')}</p>
      ) : (
        <ul className="crq-reviewers">
          {reviewers.map((reviewer) => (
            <Reviewer key={reviewer.person.account} reviewer={reviewer} />
          ))}
        </ul>
      )}
      {abilities.isOwnWork && (
        <div className="d-flex flex-wrap gap-2 mt-3">
          <Button
            size="sm"
            variant="primary"
            icon="success"
            disabledReason={t('changeRequests.review.ownWork')}
          >
            {t('changeRequests.review.approve')}
          </Button>
          <Button size="sm" icon="disabled" disabledReason={t('changeRequests.review.ownWork')}>
            {t('changeRequests.review.reject')}
          </Button>
        </div>
      )}
      {abilities.mayReview && (
        <div className="d-flex flex-wrap gap-2 mt-3">
          {own !== 'approved' && (
            <Button size="sm" variant="primary" icon="success" onClick={() => setVerdict('approved')}>
              {t('changeRequests.review.approve')}
            </Button>
          )}
          {own !== 'rejected' && (
            <Button size="sm" icon="disabled" onClick={() => setVerdict('rejected')}>
              {t('changeRequests.review.reject')}
            </Button>
          )}
          {own !== undefined && (
            <Button size="sm" variant="ghost" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              {t('changeRequests.review.takeBack')}
            </Button>
          )}
        </div>
      )}
      {verdict && <ReviewDialog request={request} verdict={verdict} onClose={() => setVerdict(undefined)} />}
    </Card>
  )
}

const looks = {
  approved: { tone: 'success', icon: 'success' },
  rejected: { tone: 'danger', icon: 'disabled' },
} as const

function Reviewer({ reviewer }: { reviewer: RequestReviewer }) {
  const { t } = useTranslation()
  const { person, comment, decidedOn, hasLapsed } = reviewer
  const verdict =
    reviewer.verdict === 'approved' || reviewer.verdict === 'rejected' ? reviewer.verdict : undefined
  return (
    <li>
      <span title={person.account}>{person.name || person.account}</span>{' '}
      {verdict ? (
        <Chip {...looks[verdict]}>{t(`changeRequests.review.${verdict}`)}</Chip>
      ) : (
        <Chip tone="neutral" icon="clock">
          {t('changeRequests.review.open')}
        </Chip>
      )}
      {hasLapsed && <span className="af-hint d-block mt-0">{t('changeRequests.review.lapsed')}</span>}
      {decidedOn && <span className="af-hint d-block mt-0">{formatDateTime(decidedOn)}</span>}
      {comment && <span className="crq-text d-block">{comment}</span>}
    </li>
  )
}
