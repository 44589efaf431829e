import { describe, expect, it } from 'vitest'
import { shownDay, startOfDay, typedDay } from './day'

describe('a typed day', () => {
  it('is read with slashes or hyphens, with or without leading zeros', () => {
    expect(typedDay('2026/11/05')).toBe('2026-11-05')
    expect(typedDay('2026-11-5')).toBe('2026-11-05')
    expect(typedDay(' ')).toBe('')
  })

  it('is none while half typed and when the calendar has no such day', () => {
    for (const text of ['2026', '2026/11', '2026/02/30', '2026/13/01', 'yesterday', '05/11/2026']) {
      expect(typedDay(text), text).toBeUndefined()
    }
  })

  it('is shown as yyyy/MM/DD', () => {
    expect(shownDay('2026-11-05')).toBe('2026/11/05')
  })

  it('starts at midnight of the reader, and ends where the next day starts', () => {
    expect(startOfDay('2026-12-31', 0)).toBe(new Date(2026, 11, 31).toISOString())
    expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).toISOString())
    expect(startOfDay('', 0)).toBeUndefined()
  })
})
