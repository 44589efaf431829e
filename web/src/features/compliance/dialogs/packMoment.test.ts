import { expect, it } from 'vitest'
import { localMoment, momentOf } from './packMoment'

it('reads back the moment that the field shows', () => {
  const moment = new Date(2026, 10, 7, 9, 5)
  expect(localMoment(moment)).toBe('2026-11-07T09:05')
  const later = new Date(2026, 10, 7, 9, 6)
  expect(momentOf(localMoment(moment), later)).toBe(moment.toISOString())
})

it('takes the present minute for now', () => {
  const now = new Date(2026, 10, 7, 9, 5, 30, 250)
  expect(momentOf(localMoment(now), now)).toBe(now.toISOString())
})

it('knows no moment in an empty or wrong text', () => {
  expect(momentOf('', new Date())).toBeUndefined()
  expect(momentOf('yesterday', new Date())).toBeUndefined()
})
