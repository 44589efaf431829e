import { expect, it } from 'vitest'
import { localMoment, momentOf } from './packMoment'

it('reads back the moment that the field shows', () => {
  const moment = new Date(2026, 10, 7, 9, 5)
  expect(localMoment(moment)).toBe('2026-11-07T09:05')
  expect(momentOf(localMoment(moment))).toBe(moment.toISOString())
})

it('knows no moment in an empty or wrong text', () => {
  expect(momentOf('')).toBeUndefined()
  expect(momentOf('yesterday')).toBeUndefined()
})
