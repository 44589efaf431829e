import { screen } from '@testing-library/react'
import i18next from 'i18next'
import { Trans } from 'react-i18next'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderUi } from '@/testing/renderUi'
import { currentLanguage, loadAllTexts, startI18n, startSignInTexts, switchLanguage } from './i18n'

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

  it('starts with the texts of the sign-in page and adds the others when asked', async () => {
    for (const language of ['en-US', 'zh-CN']) i18next.removeResourceBundle(language, 'translation')
    await startSignInTexts()
    await switchLanguage('zh-CN')
    expect(i18next.exists('session.login.title')).toBe(true)
    expect(i18next.exists('shell.page.admin')).toBe(false)
    await loadAllTexts()
    expect(i18next.exists('session.login.title')).toBe(true)
    expect(i18next.exists('shell.page.admin')).toBe(true)
  })

  it('takes no unknown language from the storage', async () => {
    localStorage.setItem('airfolio.language', 'xx')
    await startI18n()
    expect(currentLanguage()).toBe('en-US')
  })

  it.each(['<1500 kg', '<b>x</b>', '<0>x</0>', 'A & B', 'A &lt; B'])(
    'shows a value between marks as it is, though it looks like one: %s',
    async (name) => {
      await startI18n()
      renderUi(
        <p>
          <Trans i18nKey="operators.deleteQuestion" values={{ name, code: 'A1' }}>
            <strong />
          </Trans>
        </p>,
      )
      expect(screen.getByRole('paragraph')).toHaveTextContent(`Delete the operator ${name} (A1)?`)
      expect(screen.getByRole('strong')).toHaveTextContent(name)
    },
  )
})
