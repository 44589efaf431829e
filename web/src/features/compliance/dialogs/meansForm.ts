import type { PolicyMeans, PolicyMeansInput } from '@/api/types'

export const meansKinds = ['amc', 'altmoc', 'exemption', 'derogation'] as const

/** One way in which a requirement is met, as it is typed. */
export interface MeansForm {
  kind: string
  reference: string
  authority: string
  approvalReference: string
  approvedDate: string
  validFrom: string
  validTo: string
  remarks: string
  why: string
}

export function formOfMeans(means: PolicyMeans | undefined): MeansForm {
  return {
    kind: means?.kind ?? 'amc',
    reference: means?.reference ?? '',
    authority: means?.authority ?? '',
    approvalReference: means?.approvalReference ?? '',
    approvedDate: means?.approvedDate ?? '',
    validFrom: means?.validFrom ?? '',
    validTo: means?.validTo ?? '',
    remarks: means?.remarks ?? '',
    why: '',
  }
}

/** The fields of each kind: `required`, or `possible`; anything else does not belong to it. */
export function needOf(
  kind: string,
  field: 'authority' | 'approval' | 'validity',
): 'required' | 'possible' | undefined {
  if (kind === 'altmoc') return field === 'approval' ? 'required' : 'possible'
  const isException = kind === 'exemption' || kind === 'derogation'
  return isException && field !== 'approval' ? 'required' : undefined
}

const day = (text: string) => (text === '' ? undefined : text)

/** The means as they are sent: values that do not belong to their kind are left out. */
export function meansOfForm(form: MeansForm): PolicyMeansInput {
  const has = (field: 'authority' | 'approval' | 'validity') => needOf(form.kind, field) !== undefined
  return {
    kind: form.kind,
    reference: form.reference,
    authority: has('authority') ? form.authority : '',
    approvalReference: has('approval') ? form.approvalReference : '',
    approvedDate: has('approval') ? day(form.approvedDate) : undefined,
    validFrom: has('validity') ? day(form.validFrom) : undefined,
    validTo: has('validity') ? day(form.validTo) : undefined,
    remarks: form.remarks,
  }
}

const inputOfMeans = (means: PolicyMeans) => meansOfForm(formOfMeans(means))

const isSame = (one: PolicyMeans, other: PolicyMeans) =>
  JSON.stringify(inputOfMeans(one)) === JSON.stringify(inputOfMeans(other))

/** All means but this one. */
export function meansWithout(all: readonly PolicyMeans[], left: PolicyMeans | undefined): PolicyMeansInput[] {
  const place = left === undefined ? -1 : all.findIndex((one) => isSame(one, left))
  return all.filter((_, index) => index !== place).map(inputOfMeans)
}

/**
 * Means of a list as they are in a newer one: the same, else those with their reference, or the only ones that are new where
 * none came or went. Undefined when they are gone. Means have no name of their own.
 */
export function meansNow(
  before: readonly PolicyMeans[],
  now: readonly PolicyMeans[],
  opened: PolicyMeans,
): PolicyMeans | undefined {
  const isIn = (all: readonly PolicyMeans[], means: PolicyMeans) => all.some((one) => isSame(one, means))
  if (isIn(now, opened)) return opened
  const changed = now.filter((one) => !isIn(before, one))
  const named = changed.find(({ reference }) => reference === opened.reference)
  return named ?? (changed.length === 1 && now.length === before.length ? changed[0] : undefined)
}
