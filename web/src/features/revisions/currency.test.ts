import { describe, expect, it } from 'vitest'
import { ageInDays, dueTime } from './currency'

const now = new Date('2026-03-10T12:00:00')

describe('the age of a revision', () => {
  it.each([
    ['2026-03-10T11:59:00', 0],
    ['2026-03-09T12:00:00', 1],
    ['2026-02-10T12:00:00', 28],
    ['2026-03-11T00:00:00', 0],
  ])('of %s is %i days', (since, days) => {
    expect(ageInDays(since, now)).toBe(days)
  })
})

describe('the time that is left', () => {
  it.each([
    ['2026-03-10', 'soon', 0],
    ['2026-03-09', 'late', 1],
    ['2026-02-28', 'late', 10],
    ['2026-03-16', 'soon', 6],
    ['2026-03-17', 'open', 7],
    ['2026-04-09T13:00:00', 'open', 30],
    ['2026-03-10T11:00:00', 'soon', 0],
    ['2026-03-11T01:00:00', 'soon', 1],
    ['2026-03-09T23:59:00', 'late', 1],
  ])('until %s: %s, %i days', (due, urgency, days) => {
    expect(dueTime(due, now)).toEqual({ urgency, days })
  })
})
