import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { everyPage, openPages } from './support/pages'
import { inGroups, load, speak, test } from './support/test'

// Colours are measured on what stands still: a fade that begins between two looks would be measured half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const visits = [
  { who: undefined, paths: openPages },
  ...inGroups(everyPage, 10).map((paths) => ({ who: 'admin' as const, paths })),
]

// Each language in one width: what a page is made of differs by its width, what it says by its language.
const looks = [
  { language: 'en-US', viewport: { width: 1440, height: 900 } },
  { language: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const

for (const { language, viewport } of looks) {
  test.describe(language, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) => speak(page, language))

    for (const { who, paths } of visits) {
      test(`${paths[0]} and the pages after it are accessible, whole in every width, and speak in sentences`, async ({
        page,
        as,
      }) => {
        if (who) await as(who)
        for (const path of paths) {
          await load(page, path)
          await expect(page.locator('html')).toHaveAttribute('lang', language)
          await expectAccessible(page)
          await expectNoRawKeys(page)
          await expectNoSidewaysScroll(page)
        }
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
