import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmReference, deleteReference } from '@/api/compliance'
import type { OpenPolicyItem, PolicyRef, PolicyReview } from '@/api/types'
import { RedlineText } from '@/lib/compliance/RedlineText'
import { formatDate } from '@/lib/format'
import { objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { showToast } from '@/ui/toasts'
import { DeleteDialog } from './dialogs/DeleteDialog'
import { ReferenceDialog } from './dialogs/ReferenceDialog'
import { isReviewDue, nextReview } from './nextReview'
import { QuotedText } from './QuotedText'

interface ReferenceListProps {
  item: OpenPolicyItem
  references: readonly PolicyRef[]
  /** The ids of those whose text is drawn at once. */
  drawn: ReadonlySet<string>
  /** The changes since they were confirmed, by reference. */
  reviews: ReadonlyMap<string, PolicyReview>
  /** The page of a place, where it is not in the library. */
  hrefOf?: PlaceHref
}

/** The page of the place that a reference leads to. */
export type PlaceHref = (reference: PolicyRef) => string

/** The places in manuals that answer a requirement or a clause, quoted as they are now. */
export function ReferenceList({ item, references, drawn, reviews, hrefOf }: ReferenceListProps) {
  return (
    references.length > 0 && (
      <ul className="cpl-references">
        {references.map((reference) => (
          <Reference
            key={reference.id}
            item={item}
            reference={reference}
            isDrawn={drawn.has(reference.id)}
            review={reviews.get(reference.id)}
            hrefOf={hrefOf}
          />
        ))}
      </ul>
    )
  )
}

const looks = {
  unchanged: { tone: 'success', icon: 'success' },
  changed: { tone: 'warning', icon: 'warning' },
  gone: { tone: 'danger', icon: 'unlinked' },
} as const

const textStates = ['unchanged', 'changed', 'gone'] as const

interface ReferenceProps {
  item: OpenPolicyItem
  reference: PolicyRef
  isDrawn: boolean
  review: PolicyReview | undefined
  hrefOf: PlaceHref | undefined
}

function Reference({ item, reference, isDrawn, review, hrefOf }: ReferenceProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'update' | 'delete'>()
  const close = () => setOpen(undefined)
  const { textState, quote, comment } = reference
  const isDue = isReviewDue(reference.reviewDate)
  const next = isDue ? nextReview() : undefined
  const confirm = useMutation({ mutationFn: () => confirmReference(reference, item.version, next) })
  const state = textStates.find((each) => each === textState) ?? 'gone'
  // The work list may know another version than the page by now.
  const isSame = review?.reference.currentVersion === reference.currentVersion
  const { redline = [], requirementRedline = [] } = (isSame ? review : undefined) ?? {}
  const needsCheck = state === 'changed' || reference.state === 'recheck'
  const done = () => showToast({ tone: 'success', text: t('compliance.done') })
  return (
    <li className="cpl-reference">
      <Place reference={reference} hrefOf={hrefOf} />{' '}
      <Chip {...looks[state]}>{t(`compliance.textState.${state}`)}</Chip>{' '}
      {state === 'unchanged' && needsCheck && (
        <Chip tone="warning" icon="warning">
          {t('compliance.filter.recheck')}
        </Chip>
      )}
      {isDue && (
        <Chip tone="warning" icon="warning">
          {t('compliance.filter.overdue')}
        </Chip>
      )}
      {requirementRedline.length > 0 && (
        <RedlineText label={t('compliance.reviews.requirementRedline')} pieces={requirementRedline} />
      )}
      {redline.length > 0 && <RedlineText label={t('compliance.reviews.redline')} pieces={redline} />}
      {state !== 'unchanged' && quote !== '' && redline.length === 0 && (
        <blockquote className="cpl-quote cpl-quote-old">
          <span className="visually-hidden">{t('compliance.before')} </span>
          {quote}
        </blockquote>
      )}
      <QuotedText reference={reference} isDrawn={isDrawn} />
      {comment !== '' && <p className="cpl-text mb-1">{comment}</p>}
      <ReferencePeople reference={reference} />
      {item.abilities.mayEdit && (
        <div className="af-page-actions">
          {(needsCheck || isDue) && state !== 'gone' && (
            <Button
              size="sm"
              icon="check"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(undefined, { onSuccess: done, onError: showProblem })}
            >
              {next ? t('compliance.reviews.reviewed', { date: formatDate(next) }) : t('compliance.confirm')}
            </Button>
          )}
          <Button size="sm" icon="edit" onClick={() => setOpen('update')}>
            {t('compliance.referenceForm.update')}
          </Button>
          <Button size="sm" icon="trash" onClick={() => setOpen('delete')}>
            {t('compliance.removeReference')}
          </Button>
        </div>
      )}
      {open === 'update' && <ReferenceDialog item={item} reference={reference} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          kind="reference"
          name={reference.code || reference.manualPath.slice(1) || t('compliance.textState.gone')}
          subject={reference}
          remove={deleteReference}
          onClose={close}
        />
      )}
    </li>
  )
}

/** The person who added it and when, the one who is in charge of it, and the day of its next review. */
function ReferencePeople({ reference: { author, createdOn, owner, reviewDate } }: { reference: PolicyRef }) {
  const { t } = useTranslation()
  return (
    <span className="af-hint d-block mt-0">
      {author.name || author.account} · <time dateTime={createdOn}>{formatDate(createdOn)}</time>
      {owner && ` · ${t('compliance.column.owner')}: ${owner.name || owner.account}`}
      {reviewDate && ` · ${t('compliance.column.reviewDate')}: ${formatDate(reviewDate)}`}
    </span>
  )
}

/** The name of the place, leading there; with the comparison of its versions where its text changed. */
function Place({ reference, hrefOf }: { reference: PolicyRef; hrefOf: PlaceHref | undefined }) {
  const { t } = useTranslation()
  const { path, manualPath, anchor, code, title, chapter, confirmedVersion, currentVersion } = reference
  if (manualPath === '') return <strong>{t('compliance.deletedManual')}</strong>
  if (path === '') {
    const [, database = '', manual = ''] = manualPath.split('/')
    return (
      <a href={hrefOf?.(reference) ?? href(paths.manual(database, manual))}>
        {[manualPath.slice(1), chapter].filter((part) => part !== '').join(' · ')}
      </a>
    )
  }
  const isChanged = !hrefOf && reference.textState === 'changed' && confirmedVersion && currentVersion
  return (
    <>
      <a href={hrefOf?.(reference) ?? objectHref(path, anchor ? { at: anchor } : {})}>{code}</a> {title}{' '}
      {isChanged && (
        <a href={objectHref(path, { part: 'compare', v: confirmedVersion, with: currentVersion })}>
          {t('compliance.compare')}
        </a>
      )}
    </>
  )
}
