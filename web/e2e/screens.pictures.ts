import { settled } from './support/checks'
import { everyPage, openPages } from './support/pages'
import { pictureFolder, pictureSizes } from './support/pictures'
import { speak, test } from './support/test'

for (const language of ['en-US', 'zh-CN'] as const) {
  for (const [size, viewport] of Object.entries(pictureSizes)) {
    test(`${language} ${size}`, async ({ page, as }) => {
      test.setTimeout(600_000)
      await page.setViewportSize(viewport)
      await speak(page, language)
      const picture = (name: string) =>
        page.screenshot({ path: `${pictureFolder}/${language}-${size}-${name}.png`, fullPage: true })
      // Anew, since the heading of the page before would do.
      const open = async (path: string) => {
        await page.goto('about:blank')
        await page.goto(`/#${path}`)
      }
      for (const path of openPages) {
        await open(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await picture(path.slice(1).replaceAll(/\W+/g, '-'))
      }
      await as('admin')
      for (const path of everyPage) {
        await open(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await settled(page)
        await picture(path.slice(1).replaceAll(/\W+/g, '-'))
      }
      await page.goto('/#/dashboard')
      if (size === 'narrow') {
        await page.locator('header button').first().click()
        await picture('sidebar')
        await page.keyboard.press('Escape')
      }
      await page.locator('.af-account-button').click()
      await picture('account-menu')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await picture('palette')
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
      await picture('shortcuts')
      await page.keyboard.press('Escape')
      await page.locator('.af-account-button').click()
      for (const [index, name] of [
        [1, 'messages'],
        [4, 'account-details'],
        [5, 'account-preferences'],
      ] as const) {
        await page.getByRole('menuitem').nth(index).click()
        await page.getByRole('dialog').waitFor()
        await settled(page)
        await picture(name)
        await page.keyboard.press('Escape')
        await page.locator('.af-account-button').click()
      }
      await page.keyboard.press('Escape')
      await page.goto('/#/admin/index?tab=users')
      await page.locator('td .btn').last().click()
      await picture('user-menu')
      await page.getByRole('menuitem').first().click()
      await page.getByRole('dialog').waitFor()
      await picture('user-edit')
      await page.goto('/#/operator-list/index')
      await page.locator('td .btn').last().click()
      if (size === 'narrow') await page.getByRole('menuitem').last().click()
      await page.getByRole('dialog').waitFor()
      await picture('operator-delete')
      await page.locator('.af-account-button').waitFor({ state: 'attached' })
      await page.keyboard.press('Escape')
      await page.locator('.af-account-button').click()
      await page.getByRole('menuitem').nth(8).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await picture('locked')
    })
  }
}
