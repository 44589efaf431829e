import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmReference, decideOnReference, deleteReference, setPolicyStatus } from '@/api/compliance'
import type { PolicyReview } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { PolicyStatusChip } from '@/lib/compliance/PolicyStatusChip'
import { RedlineText } from '@/lib/compliance/RedlineText'
import { formatDate } from '@/lib/format'
import { objectHref } from '@/lib/library/objects'
import { href } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toasts'
import { DeleteDialog } from './dialogs/DeleteDialog'
import { isReviewDue, nextReview } from './nextReview'

/** A reference whose text changed or whose review is due, with what changed and the decisions about it. */
export function SuspectEntry({ review, mayEdit }: { review: PolicyReview; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { reference, policyItemCode, title, policyItemPath, status, redline, requirementRedline } = review
  const item = { id: reference.policyItemId, path: policyItemPath }
  return (
    <li className="cpl-reference" data-review={reference.id}>
      <a href={href(itemPage(item))}>
        {policyItemCode} {title}
      </a>{' '}
      <PolicyStatusChip status={status} />
      <span className="af-hint d-block mt-0">
        {review.collectionName} · <SuspectPlace review={review} />
      </span>
      {requirementRedline.length > 0 && (
        <RedlineText label={t('compliance.reviews.requirementRedline')} pieces={requirementRedline} />
      )}
      {redline.length > 0 ? (
        <RedlineText label={t('compliance.reviews.redline')} pieces={redline} />
      ) : (
        needsCheck(review) && <p className="mb-1">{t(`compliance.reviews.${whatChanged(review)}`)}</p>
      )}
      {isReviewDue(reference.reviewDate) && (
        <p className="mb-1">
          {t('compliance.reviews.referenceDue', { date: formatDate(reference.reviewDate) })}
        </p>
      )}
      {review.isRequirementChanged && requirementRedline.length === 0 && (
        <p className="mb-1">
          {t('compliance.reviews.requirementChanged')}{' '}
          <a href={href(itemPage(item))}>{t('compliance.reviews.openHistory')}</a>
        </p>
      )}
      {review.hasMoreDifferences && (
        <p className="mb-1">
          {t('compliance.reviews.moreDifferences')}{' '}
          <a href={href(itemPage(item))}>{t('compliance.reviews.openRequirement')}</a>
        </p>
      )}
      {mayEdit && <Decisions review={review} />}
    </li>
  )
}

/** Whether there is something else to check than the day of its review. */
const needsCheck = ({ reference }: PolicyReview) =>
  reference.state === 'recheck' || reference.textState !== 'unchanged'

/** The part to check where no redline shows it. */
function whatChanged({ reference, isRequirementChanged }: PolicyReview) {
  if (reference.textState === 'gone') return 'gone'
  if (reference.textState === 'changed') return 'moduleChanged'
  return isRequirementChanged ? 'sameText' : 'unchanged'
}

function SuspectPlace({ review }: { review: PolicyReview }) {
  const { t } = useTranslation()
  const { path, manualPath, anchor, code, chapter, confirmedVersion, currentVersion, textState } =
    review.reference
  if (manualPath === '') return t('compliance.deletedManual')
  if (path === '') return [manualPath.slice(1), chapter].filter((part) => part !== '').join(' · ')
  const isChanged = textState === 'changed' && confirmedVersion && currentVersion
  return (
    <>
      <a href={objectHref(path, anchor ? { at: anchor } : {})}>{code}</a>{' '}
      {isChanged && (
        <a href={objectHref(path, { part: 'compare', v: confirmedVersion, with: currentVersion })}>
          {t('compliance.compare')}
        </a>
      )}
    </>
  )
}

/** One key each: the text still answers the requirement, it does not any more, or the reference is deleted. */
function Decisions({ review }: { review: PolicyReview }) {
  const { t } = useTranslation()
  const { reference, policyItemVersion, status } = review
  const [deleting, setDeleting] = useState(false)
  const isGone = reference.textState === 'gone'
  const item = { id: reference.policyItemId, version: policyItemVersion }
  const next = isReviewDue(reference.reviewDate) ? nextReview() : undefined
  const confirm = useMutation({ mutationFn: () => confirmReference(reference, policyItemVersion, next) })
  const refuse = useMutation({
    mutationFn: () =>
      // A text that is gone cannot be confirmed: its reference stays in the list until somebody deletes or moves it.
      isGone
        ? setPolicyStatus(item, 'non_compliant', '')
        : decideOnReference(item, 'non_compliant', reference),
  })
  const onSuccess = () => showToast({ tone: 'success', text: t('compliance.done') })
  return (
    <div className="af-page-actions">
      {!isGone && (
        <Button
          size="sm"
          icon="check"
          data-key="c"
          busy={confirm.isPending}
          onClick={() => confirm.mutate(undefined, { onSuccess, onError: showProblem })}
        >
          {next ? t('compliance.reviews.reviewed', { date: formatDate(next) }) : t('compliance.confirm')}
        </Button>
      )}
      {(!isGone || status !== 'non_compliant') && (
        <Button
          size="sm"
          icon="danger"
          data-key="n"
          busy={refuse.isPending}
          onClick={() => refuse.mutate(undefined, { onSuccess, onError: showProblem })}
        >
          {t('compliance.reviews.nonCompliant')}
        </Button>
      )}
      <Button size="sm" icon="trash" data-key="d" onClick={() => setDeleting(true)}>
        {t('compliance.removeReference')}
      </Button>
      {deleting && (
        <DeleteDialog
          kind="reference"
          name={reference.code || reference.manualPath.slice(1) || t('compliance.textState.gone')}
          subject={reference}
          remove={deleteReference}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}
