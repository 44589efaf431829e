import type { ModulePolicyRef } from '@/api/types'

/** The height of a mark in pixels: paragraphs that are nearer to each other share one. */
const markHeight = 24

interface MarkedRequirement {
  reference: ModulePolicyRef
  needsCheck: boolean
}

export interface RequirementMark {
  id: string
  top: number
  /** Each requirement once. */
  requirements: MarkedRequirement[]
}

/** The statuses of requirements, the one that needs most attention first. */
const byAttention = ['non_compliant', 'partially_compliant', 'not_assessed', 'compliant', 'not_applicable']

/** The status that a mark of several requirements shows. */
export function worstStatus({ requirements }: Pick<RequirementMark, 'requirements'>): string {
  const statuses = new Set(requirements.map(({ reference }) => reference.status))
  return byAttention.find((status) => statuses.has(status)) ?? ''
}

/** One mark for all references at the same height, such as those of a step and of its first paragraph. */
export function groupMarks(
  references: readonly { reference: ModulePolicyRef; top: number }[],
): RequirementMark[] {
  const marks: RequirementMark[] = []
  for (const { reference, top } of references.toSorted((a, b) => a.top - b.top)) {
    const last = marks.at(-1)
    const isNear = last !== undefined && top - last.top < markHeight
    const mark = isNear ? last : { id: reference.id, top, requirements: [] }
    if (!isNear) marks.push(mark)
    const needsCheck = reference.state === 'recheck' || reference.textState === 'changed'
    const same = mark.requirements.find((each) => each.reference.policyItemId === reference.policyItemId)
    if (same) same.needsCheck ||= needsCheck
    else mark.requirements.push({ reference, needsCheck })
  }
  return marks
}
