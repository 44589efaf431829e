import type { OpenPolicyItem, PolicyRef, ReferencePlace } from '@/api/types'

/** The ways to name the place of a reference; a reference that is there can keep its place. */
export const placeWays = ['keep', 'search', 'pick', 'link', 'manual'] as const

type PlaceWay = (typeof placeWays)[number]

export interface ReferenceForm {
  by: PlaceWay
  /** The paragraph or module that was found or chosen. */
  picked: ReferencePlace | undefined
  link: string
  manual: string
  chapter: string
  clause: string
  comment: string
  /** An account; '' for the owner of the requirement. */
  owner: string
  /** As in 2026-11-17, or ''. */
  reviewDate: string
  why: string
}

/** The reference as the requirement has it now; undefined when it was deleted. */
export const referenceIn = ({ references }: OpenPolicyItem, id: string): PolicyRef | undefined =>
  references.find((reference) => reference.id === id)

/** The form of a reference to change, or of a new one for a clause. */
export function referenceFormOf(reference: PolicyRef | undefined, clause = ''): ReferenceForm {
  return {
    by: reference ? 'keep' : 'search',
    picked: undefined,
    link: '',
    manual: '',
    chapter: '',
    clause: reference?.policyClauseId ?? clause,
    comment: reference?.comment ?? '',
    owner: reference?.owner?.account ?? '',
    reviewDate: reference?.reviewDate ?? '',
    why: '',
  }
}
