import type { PolicyCounts } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'

/** The statuses of requirements that are assessed, as a filter of lists takes them. */
export const assessedStatuses = policyStatuses.filter((status) => status !== 'not_assessed').join(',')

const zero: PolicyCounts = {
  items: 0,
  assessable: 0,
  outOfScope: 0,
  byStatus: [],
  unreferenced: 0,
  rechecks: 0,
  overdue: 0,
  proposed: 0,
  mapped: 0,
  mappedPart: 0,
}

/** The requirements with a status. */
export function withStatus({ byStatus }: Pick<PolicyCounts, 'byStatus'>, status: string): number {
  return byStatus.find((each) => each.status === status)?.count ?? 0
}

/** The figures of several collections together. */
export function total(all: readonly PolicyCounts[], statuses: readonly string[]): PolicyCounts {
  const add = (one: PolicyCounts, other: PolicyCounts): PolicyCounts => ({
    items: one.items + other.items,
    assessable: one.assessable + other.assessable,
    outOfScope: one.outOfScope + other.outOfScope,
    byStatus: statuses.map((status) => ({
      status,
      count: withStatus(one, status) + withStatus(other, status),
    })),
    unreferenced: one.unreferenced + other.unreferenced,
    rechecks: one.rechecks + other.rechecks,
    overdue: one.overdue + other.overdue,
    proposed: one.proposed + other.proposed,
    mapped: one.mapped + other.mapped,
    mappedPart: one.mappedPart + other.mappedPart,
  })
  return all.reduce(add, zero)
}

/** The share of requirements in scope with a status, in whole per cent; 0 where there is nothing to assess. */
export function share(
  counts: Pick<PolicyCounts, 'assessable' | 'outOfScope' | 'byStatus'>,
  status: string,
): number {
  const inScope = counts.assessable - counts.outOfScope
  return inScope === 0 ? 0 : Math.floor((withStatus(counts, status) / inScope) * 100)
}

/** The requirements in scope, and those of them that are assessed or proved by mapping. */
export function assessedOf(counts: PolicyCounts): { done: number; of: number } {
  const of = counts.assessable - counts.outOfScope
  return { done: of - withStatus(counts, 'not_assessed') + counts.mapped, of }
}

/** The share of requirements in scope that are assessed or proved by mapping, in whole per cent; 0 where there is nothing to assess. */
export function coverage(counts: PolicyCounts): number {
  const { done, of } = assessedOf(counts)
  return of === 0 ? 0 : Math.floor((done / of) * 100)
}
