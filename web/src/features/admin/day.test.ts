import { describe, expect, it } from 'vitest'
import { lastDayBefore, shownDay, startOfDay, typedDay } from './day'

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

  it.each([
    '2026/00/10',
    '2026/11/00',
    '2026/11/31',
    '2025/02/29',
    '2100/02/29',
    '0000/01/01',
    '0099/01/01',
    '99999/01/01',
    '2026//01',
    '2026/11/05/',
    '2026/11/05T00:00',
    '-2026/11/05',
    '2026/1１/05',
    '2026/1e0/05',
    '2026/0x1/05',
    '2026.11.05',
    '2026 11 05',
    '2026/ 1/05',
    'Infinity/1/1',
    'NaN',
    '２０２６/11/05',
    '2026/11/05\n2026/11/06',
  ])('is none as %j', (text) => {
    expect(typedDay(text)).toBeUndefined()
  })

  it('is every day of the calendar, and reads back as it is shown', () => {
    for (const year of [1000, 1900, 2000, 2024, 2026, 9999]) {
      for (const day = new Date(year, 0, 1); day.getFullYear() === year; day.setDate(day.getDate() + 1)) {
        const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
        const iso = `${year}-${month}-${date}`
        expect(typedDay(` ${shownDay(iso)} `)).toBe(iso)
      }
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

  it('is the last one before the start of the next', () => {
    expect(lastDayBefore(startOfDay('2026-12-31', 1))).toBe('2026-12-31')
    expect(lastDayBefore(new Date(2026, 0, 5, 12).toISOString())).toBe('2026-01-05')
    expect(lastDayBefore(undefined)).toBe('')
  })
})
