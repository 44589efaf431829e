import { expect, it } from 'vitest'
import { dayOf, endOfDay, laneMomentOf } from './moments'

it('ends a day where the reader is', () => {
  const state = endOfDay({ lane: 'oem', day: '2026-03-01' })
  expect(state).toMatch(/^oem@2026-\d\d-\d\dT\d\d:\d\d:59Z$/)
  const end = new Date(state.slice('oem@'.length))
  expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([1, 23, 59])
  expect(laneMomentOf(state)).toEqual({ lane: 'oem', day: '2026-03-01' })
})

it('names the day of a moment by the clock of the reader', () => {
  expect(dayOf(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 5, 23, 30))).toBe('2026-01-05')
})

it('takes no other state for a moment', () => {
  for (const state of ['working', 'revision:3', '17', 'oem@yesterday', '']) {
    expect(laneMomentOf(state)).toBeUndefined()
  }
})
