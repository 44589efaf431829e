import { expect, type Page } from '@playwright/test'
import { test } from './support/test'

/** Writes down every theme the page shows from its first moment. */
async function watchThemes(page: Page) {
  await page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shownThemes: shown })
    new MutationObserver(() => {
      const theme = document.documentElement.dataset.coreuiTheme
      if (theme && shown.at(-1) !== theme) shown.push(theme)
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-coreui-theme'] })
  })
}

const shown = (page: Page) => page.evaluate(() => ('shownThemes' in window ? window.shownThemes : undefined))
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('airfolio.theme'))

test('a theme in the address comes first, and the page is light soon after', async ({ page }) => {
  await watchThemes(page)
  await page.goto('/?theme=dark#/pages/login')
  await expect.poll(() => shown(page)).toEqual(['dark', 'light'])
  expect(await stored(page)).toBe('dark')
})

test('a stored dark theme is forced back to light', async ({ page }) => {
  await watchThemes(page)
  await page.goto('/#/pages/login')
  await page.evaluate(() => localStorage.setItem('airfolio.theme', 'dark'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await shown(page)).toEqual(['light'])
  expect(await stored(page)).toBe('light')
})

test('without a choice the theme follows the operating system at first', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await watchThemes(page)
  await page.goto('/#/pages/login')
  await expect.poll(() => shown(page)).toEqual(['dark', 'light'])
})

test('a theme in the address that is no theme is ignored', async ({ page }) => {
  await watchThemes(page)
  await page.goto('/?theme=<script>#/pages/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-coreui-theme', 'light')
  expect(await stored(page)).not.toContain('script')
})
