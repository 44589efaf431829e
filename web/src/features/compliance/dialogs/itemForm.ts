import type { OpenPolicyItem } from '@/api/types'
import { keepTyped, type Merges, mergeRows } from '@/lib/keepTyped'

export const itemKinds = ['RULE', 'STD', 'REC', 'IR', 'DR', 'CS', 'AMC', 'GM', 'POLICY', 'INFO'] as const

/** Whether requirements of a kind are assessed unless somebody decides otherwise. */
export const isAssessedKind = (kind: string) => kind !== 'GM' && kind !== 'INFO'

interface ClauseForm {
  /** '' for a new clause. */
  id: string
  marker: string
  text: string
}

/** A requirement as a form holds it. */
export interface ItemForm {
  policyItemCode: string
  title: string
  text: string
  guidance: string
  kind: string
  effectiveDate: string
  isAssessable: boolean
  owner: string
  reviewDate: string
  why: string
  clauses: ClauseForm[]
}

export function itemFormOf(item: OpenPolicyItem | undefined): ItemForm {
  return {
    policyItemCode: item?.policyItemCode ?? '',
    title: item?.title ?? '',
    text: item?.text ?? '',
    guidance: item?.guidance ?? '',
    kind: item?.kind ?? 'RULE',
    effectiveDate: item?.effectiveDate ?? '',
    isAssessable: item?.isAssessable ?? true,
    owner: item?.owner?.account ?? '',
    reviewDate: item?.reviewDate ?? '',
    why: '',
    clauses: (item?.clauses ?? []).map(({ id, marker, text }) => ({ id, marker, text })),
  }
}

export const itemMerges: Merges<ItemForm> = {
  clauses: mergeRows<ClauseForm>(({ id }) => id, keepTyped),
}

/** The body of the request. A clause with a marker alone stays: it is the heading of the clauses below it. */
export function itemPayload(form: ItemForm, stored: OpenPolicyItem | undefined) {
  // A clause that somebody else deleted meanwhile is created again.
  const known = new Set(stored?.clauses.map(({ id }) => id))
  return {
    policyItemCode: form.policyItemCode.trim(),
    title: form.title.trim(),
    text: form.text,
    guidance: form.guidance,
    kind: form.kind,
    effectiveDate: form.effectiveDate || undefined,
    isAssessable: form.isAssessable,
    owner: form.owner.trim() || undefined,
    reviewDate: form.reviewDate || undefined,
    why: form.why.trim(),
    clauses: form.clauses
      .filter(({ id, marker, text }) => id !== '' || marker.trim() !== '' || text.trim() !== '')
      .map(({ id, marker, text }) => ({ id: known.has(id) ? id : undefined, marker: marker.trim(), text })),
  }
}
