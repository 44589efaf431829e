import { describe, expect, it } from 'vitest'
import {
  countryName,
  countryOptions,
  languageName,
  languageOfTag,
  languageOptions,
  languageTag,
  shortLanguageName,
} from './regions'

describe('countries and languages', () => {
  it('are named in the reader’s language', () => {
    expect(countryName('CH', 'en-US')).toBe('Switzerland')
    expect(countryName('CH', 'zh-CN')).toBe('瑞士')
    expect(languageName('de-CH', 'en-US')).toBe('German (Switzerland)')
    expect(shortLanguageName('en-US', 'en-US')).toBe('English (US)')
  })

  it('name Hong Kong, Macao and Taiwan alike in Chinese', () => {
    for (const code of ['HK', 'MO', 'TW']) expect(countryName(code, 'zh-CN')).toMatch(/^中国/)
    expect(countryName('TW', 'en-US')).toBe('Taiwan')
  })

  it('show a code that stands for nothing as it is', () => {
    expect(countryName('?', 'en-US')).toBe('?')
    expect(languageName('?', 'en-US')).toBe('?')
  })

  it('offer every country once, in the order of its names', () => {
    const options = countryOptions('en-US')
    expect(options).toHaveLength(249)
    expect(new Set(options.map((option) => option.value)).size).toBe(249)
    expect(options.filter((option) => option.label === option.value)).toEqual([])
    expect(options[0]?.value).toBe('AF')
  })

  it('offer the country that is stored already, whatever it is', () => {
    expect(countryOptions('en-US', 'CH')).toHaveLength(249)
    expect(countryOptions('en-US', 'QZ')).toContainEqual({ value: 'QZ', label: 'QZ' })
  })

  it('offer each language as a tag that reads back', () => {
    for (const { value, label } of languageOptions('zh-CN')) {
      expect(languageTag(languageOfTag(value))).toBe(value)
      expect(label).not.toBe(value)
    }
  })
})
