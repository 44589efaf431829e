import { expect } from '@playwright/test'
import { Api, people } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { everyPage, openPages } from './support/pages'
import { storeSession, test } from './support/test'

// Colours are measured on what stands still: a fade that begins between two looks would be measured half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const languages = ['en-US', 'zh-CN'] as const

for (const language of languages) {
  test.describe(language, () => {
    test.beforeEach(async ({ page }) => {
      await page.addInitScript((chosen) => localStorage.setItem('airfolio.language', chosen), language)
    })

    for (const path of [...openPages, ...everyPage]) {
      test(`${path} is accessible, whole in every width, and speaks in sentences`, async ({
        page,
        server,
      }) => {
        if (!openPages.some((open) => open === path)) {
          await storeSession(page, await new Api(server.url).signIn(people.admin))
        }
        await page.goto(`/#${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectAccessible(page)
        await expectNoRawKeys(page)
        await expectNoSidewaysScroll(page)
        // The same parts in the other order; once is enough.
        if (language === 'zh-CN') return
        await page.setViewportSize({ width: 390, height: 844 })
        await expectAccessible(page)
      })
    }

    test('the page that says no is accessible', async ({ page, as }) => {
      await as('reader', '/admin/index')
      await expectAccessible(page)
      await page.goto('/#/operator-list/index?operator=ALPROT')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await expectNoRawKeys(page)
      await expectNoSidewaysScroll(page)
    })
  })
}
