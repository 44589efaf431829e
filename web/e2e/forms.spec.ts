import { expect, type Page } from '@playwright/test'
import { field, test } from './support/test'

const form = (page: Page) => page.getByRole('dialog', { name: 'Create New Database' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' })
/** As the button of the browser: Playwright's own would wait for a page that does not come. */
const goBack = (page: Page) => page.evaluate(() => history.back())

test('Back asks before it closes a form that is filled in', async ({ page, as }) => {
  await as('author', '/dashboard')
  await page
    .getByRole('link', { name: /^Databases/ })
    .first()
    .click()
  // Going elsewhere closes what is open: the palette must not be there before the page.
  await expect(page.getByRole('tab', { name: 'Databases', selected: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Type a command or search' })
  await palette.fill('create database')
  await palette.press('Enter')
  await field(form(page), 'Name').fill('Half')
  await goBack(page)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(field(form(page), 'Name')).toHaveValue('Half')
  await expect(page).toHaveURL(/#\/system\/csdbs$/)
  await field(form(page), 'Name').fill('Half done')
  await goBack(page)
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a tall form keeps its buttons in a low window', async ({ page, as }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await as('author', '/library/NV240')
  await page.getByRole('main').getByRole('button', { name: 'Create manual' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 })
  await field(dialog, 'Approval required').focus()
  await expect(field(dialog, 'Approval required')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeInViewport({ ratio: 1 })
})
