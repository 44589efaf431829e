import { expect, it } from 'vitest'
import { isOverdue } from './overdue'

const now = new Date('2026-11-17T12:00:00Z')

it('is overdue from the day after its due date until it is closed', () => {
  expect(isOverdue({ status: 'In Progress', dueDate: '2026-11-16' }, now)).toBe(true)
  expect(isOverdue({ status: 'In Progress', dueDate: '2026-11-17' }, now)).toBe(false)
  expect(isOverdue({ status: 'Closed', dueDate: '2026-11-16' }, now)).toBe(false)
  expect(isOverdue({ status: 'In Progress' }, now)).toBe(false)
})
