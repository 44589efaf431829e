import { expect, it } from 'vitest'
import { policyCounts } from '@/testing/compliance'
import { coverage, total, withStatus } from './figures'

const statuses = ['not_assessed', 'compliant']

it('adds the figures of collections', () => {
  const sum = total(
    [policyCounts({ items: 3, overdue: 1, mapped: 1 }), policyCounts({ items: 4, rechecks: 2, mapped: 2 })],
    statuses,
  )
  expect([sum.items, sum.overdue, sum.rechecks, sum.mapped]).toEqual([7, 1, 2, 3])
  expect(withStatus(sum, 'compliant')).toBe(2)
})

it('counts what is assessed of what is in scope, and never rounds up to all', () => {
  const counts = (notAssessed: number, compliant: number, outOfScope = 0) =>
    policyCounts({
      assessable: notAssessed + compliant + outOfScope,
      outOfScope,
      byStatus: [
        { status: 'not_assessed', count: notAssessed },
        { status: 'compliant', count: compliant },
      ],
    })
  expect(coverage(counts(1, 1))).toBe(50)
  expect(coverage(counts(1, 999))).toBe(99)
  expect(coverage(counts(0, 2, 5))).toBe(100)
  expect(coverage(counts(0, 0, 5))).toBe(0)
  expect(coverage({ ...counts(2, 2), mapped: 1 })).toBe(75)
})
