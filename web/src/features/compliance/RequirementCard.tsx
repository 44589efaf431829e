import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { policyReviewsQuery } from '@/api/compliance'
import { policyImagesQuery } from '@/api/policyImages'
import type { OpenPolicyItem, PolicyReview } from '@/api/types'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FormProblem } from '@/ui/FormProblem'
import { ReferenceDialog } from './dialogs/ReferenceDialog'
import { type PlaceHref, ReferenceList } from './ReferenceList'
import { RequirementImages } from './RequirementImages'
import { isInClauses } from './requirementText'

/** References whose text is drawn when the page opens; that of the others is drawn on demand. */
const drawnAtOnce = 20

interface RequirementCardProps {
  item: OpenPolicyItem
  /** The page of a place, where it is not in the library. */
  hrefOf?: PlaceHref
}

/** A requirement clause by clause, each beside the text of the manuals that answers it. */
export function RequirementCard({ item, hrefOf }: RequirementCardProps) {
  const { t } = useTranslation()
  // The clause that a reference is added to.
  const [clause, setClause] = useState<string>()
  const { clauses, references } = item
  const drawn = new Set(references.slice(0, drawnAtOnce).map(({ id }) => id))
  const referencesOf = (id: string | undefined) =>
    references.filter(({ policyClauseId }) => policyClauseId === id)
  // Most requirements have none, and the page does not need them: it shows them once they are there.
  const { data: images = [], error } = useQuery(policyImagesQuery(item.id))
  const known = new Set(clauses.map(({ id }) => id))
  const imagesOf = (id: string | undefined) =>
    images.filter(({ policyClauseId: at }) => (at !== undefined && known.has(at) ? at : undefined) === id)
  // Auditors have no work list.
  const reviews = useReviews(item, hrefOf === undefined)
  const isPlain = !isInClauses(item)
  const ofItem = imagesOf(undefined)
  return (
    <Card title={t('compliance.requirement')}>
      <FormProblem>{error?.message}</FormProblem>
      <ul className="cpl-clauses">
        {(isPlain || ofItem.length > 0 || referencesOf(undefined).length > 0 || references.length === 0) && (
          <ClauseRow
            figures={<RequirementImages item={item.id} images={ofItem} />}
            text={isPlain ? item.text || t('compliance.noText') : t('compliance.referenceForm.wholeItem')}
          >
            {references.length === 0 && <p className="af-hint mt-0">{t('compliance.noReferences')}</p>}
            <ReferenceList
              item={item}
              references={referencesOf(undefined)}
              drawn={drawn}
              reviews={reviews}
              hrefOf={hrefOf}
            />
          </ClauseRow>
        )}
        {clauses.map(({ id, marker, text }) => (
          <ClauseRow
            key={id}
            marker={marker}
            text={text}
            figures={<RequirementImages item={item.id} images={imagesOf(id)} />}
          >
            {references.length > 0 && referencesOf(id).length === 0 && (
              <p className="af-hint mt-0">{t('compliance.noReference')}</p>
            )}
            <ReferenceList
              item={item}
              references={referencesOf(id)}
              drawn={drawn}
              reviews={reviews}
              hrefOf={hrefOf}
            />
            {item.abilities.mayEdit && marker !== '' && (
              <Button size="sm" icon="link" className="mt-2" onClick={() => setClause(id)}>
                {t('compliance.referenceForm.openFor', { marker })}
              </Button>
            )}
          </ClauseRow>
        ))}
      </ul>
      {clause !== undefined && (
        <ReferenceDialog item={item} clause={clause} onClose={() => setClause(undefined)} />
      )}
    </Card>
  )
}

/** The server compares no more texts at once. */
const mostCompared = 50

/** The changes since the references of a requirement were confirmed, by reference. */
function useReviews(
  { id, references }: OpenPolicyItem,
  isAllowed: boolean,
): ReadonlyMap<string, PolicyReview> {
  const query = useQuery({
    ...policyReviewsQuery({ mine: false, policyItemId: id, pageNumber: 1, pageSize: mostCompared }),
    enabled: isAllowed && references.some(({ state }) => state === 'recheck'),
  })
  return new Map((query.data?.items ?? []).map((review) => [review.reference.id, review] as const))
}

interface ClauseRowProps {
  marker?: string
  text: string
  figures: ReactNode
  /** The text that answers it. */
  children: ReactNode
}

function ClauseRow({ marker, text, figures, children }: ClauseRowProps) {
  const { t } = useTranslation()
  return (
    <li>
      <div>
        <p className="cpl-text mb-0">
          {marker !== undefined && <strong>{marker}</strong>} {text}
        </p>
        {figures}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the answers are no fieldset. */}
      <div role="group" aria-label={t('compliance.answers')}>
        {children}
      </div>
    </li>
  )
}
