import i18next from 'i18next'
import { beforeEach, describe, expect, it } from 'vitest'
import { currentLanguage, startI18n, switchLanguage } from './i18n'

describe('i18n', () => {
  beforeEach(() => localStorage.clear())

  it('speaks English until told otherwise', async () => {
    await startI18n()
    expect(currentLanguage()).toBe('en-US')
    expect(i18next.t('ui.close')).toBe('Close')
    expect(document.documentElement.lang).toBe('en-US')
  })

  it('switches all texts and the language of the document', async () => {
    await startI18n()
    await switchLanguage('zh-CN')
    expect(i18next.t('ui.close')).toBe('关闭')
    expect(document.documentElement.lang).toBe('zh-CN')
  })

  it('remembers the choice for the next start', async () => {
    await startI18n()
    await switchLanguage('zh-CN')
    await startI18n()
    expect(currentLanguage()).toBe('zh-CN')
    expect(i18next.t('ui.close')).toBe('关闭')
  })

  it('takes no unknown language from the storage', async () => {
    localStorage.setItem('airfolio.language', 'xx')
    await startI18n()
    expect(currentLanguage()).toBe('en-US')
  })
})
