import { afterEach, describe, expect, it } from 'vitest'
import { formatBytes, formatDate, formatDateTime, formatNumber, listComma } from './format'
import { startI18n, switchLanguage } from './i18n'

afterEach(() => localStorage.clear())

describe('format', () => {
  it('writes a day as yyyy/MM/DD and a moment with HH:mm', () => {
    const moment = new Date(2026, 6, 4, 9, 5)
    expect(formatDate(moment)).toBe('2026/07/04')
    expect(formatDate('2026-07-04')).toBe('2026/07/04')
    expect(formatDateTime(moment)).toBe('2026/07/04 09:05')
    expect(formatDateTime(moment.toISOString())).toBe('2026/07/04 09:05')
  })

  it('writes nothing for what is no date', () => {
    expect(formatDate('soon')).toBe('')
    expect(formatDateTime('')).toBe('')
  })

  it('writes dates alike in both languages', async () => {
    await startI18n()
    await switchLanguage('zh-CN')
    expect(formatDate(new Date(2026, 11, 31))).toBe('2026/12/31')
  })

  it('parts the names of a list as each language does', async () => {
    await startI18n()
    await switchLanguage('en-US')
    expect(['A', 'B'].join(listComma())).toBe('A, B')
    await switchLanguage('zh-CN')
    expect(['A', 'B'].join(listComma())).toBe('A、B')
    await switchLanguage('en-US')
  })

  it('groups the digits of numbers', () => {
    expect(formatNumber(1234567)).toBe('1,234,567')
  })

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1540, '1.5 kB'],
    [2_500_000, '2.5 MB'],
    [7_000_000_000_000_000, '7,000 TB'],
  ])('writes %i bytes as %s', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected)
  })
})
