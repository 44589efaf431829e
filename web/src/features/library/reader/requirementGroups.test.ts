import { expect, it } from 'vitest'
import type { ModulePolicyRef } from '@/api/types'
import { groupMarks, worstStatus } from './requirementGroups'

const at = (top: number, item: string, more: Partial<ModulePolicyRef> = {}) => ({
  top,
  reference: {
    id: `${item}-${top}`,
    policyItemId: item,
    policyItemPath: `/c1/${item}`,
    policyItemCode: item,
    title: '',
    status: 'compliant',
    state: 'current',
    textState: 'unchanged',
    anchor: 'p1',
    ...more,
  },
})

const shown = (references: Parameters<typeof groupMarks>[0]) =>
  groupMarks(references).map(({ top, requirements }) => [
    top,
    requirements.map(({ reference, needsCheck }) => `${reference.policyItemId}${needsCheck ? '!' : ''}`),
  ])

it('puts marks that would lie on each other into one', () => {
  expect(shown([at(40, 'b'), at(0, 'a'), at(23, 'c'), at(24, 'd')])).toEqual([
    [0, ['a', 'c']],
    [24, ['d', 'b']],
  ])
})

it('names a requirement once, to check again when one of its references is', () => {
  expect(shown([at(0, 'a'), at(0, 'a', { state: 'recheck' }), at(0, 'b')])).toEqual([[0, ['a!', 'b']]])
  expect(shown([at(0, 'a', { textState: 'changed' })])).toEqual([[0, ['a!']]])
})

it('shows the status that needs most attention', () => {
  const statusOf = (...statuses: string[]) =>
    groupMarks(statuses.map((status, index) => at(0, String(index), { status }))).map(worstStatus)
  expect(statusOf('compliant', 'non_compliant', 'not_assessed')).toEqual(['non_compliant'])
  expect(statusOf('not_applicable', 'compliant')).toEqual(['compliant'])
})
