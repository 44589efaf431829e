import { expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { shownIssue } from './issue'

it('shows a number as it is, and a date as dates are shown', () => {
  expect(shownIssue('003-01')).toBe('003-01')
  expect(shownIssue('2026-11-18T04:23:25Z')).toBe(formatDate('2026-11-18T04:23:25Z'))
  expect(shownIssue('')).toBe('')
})
