import type { OpenPolicyItem } from '@/api/types'

/** The kinds of requirements; GM and INFO are not assessed unless somebody says so. */
export const itemKinds = ['RULE', 'STD', 'REC', 'IR', 'DR', 'CS', 'AMC', 'GM', 'POLICY', 'INFO'] as const

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
  /** The id is '' for a new clause. */
  clauses: { id: string; marker: string; text: string }[]
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

/** What is sent; clauses without a text are left out. */
export function itemPayload(form: ItemForm) {
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
      .filter(({ text }) => text.trim() !== '')
      .map(({ id, marker, text }) => ({ id: id || undefined, marker: marker.trim(), text })),
  }
}
