import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { load, speak, test } from './support/test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const module = 'DMC-NV240-A-00-00-00-00A-001A-D_en-US'
const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('row', { name })

test('what was opened is in Recent, is marked there, named in Bookmarks, and removed again', async ({
  page,
  as,
  newPerson,
}) => {
  const visited = page.waitForResponse(/recentVisit$/)
  await as(await newPerson('reader'), `/library/NV240/AMM?dm=${module}`)
  expect((await visited).status()).toBe(204)
  await load(page, '/recent')
  await expect(row(page, /DMC-NV240-A-00-00-00-00A-001A-D/)).toBeVisible()
  await page
    .getByRole('button', { name: /^Bookmark / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Remove bookmark / })).toBeVisible()

  await load(page, '/bookmark')
  await row(page, /DMC-NV240/)
    .getByRole('button', { name: /^Edit bookmark/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit bookmark' })
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Start here')
  await dialog.getByRole('combobox', { name: /^Folder/ }).fill('Daily')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, /Start here/)).toContainText('Daily')
  await page.getByRole('combobox', { name: 'Folder' }).selectOption('Daily (1)')
  await expect(row(page, /Start here/)).toBeVisible()

  await load(page, '/dashboard')
  await page.getByRole('region', { name: 'Bookmarks' }).getByRole('link', { name: 'Start here' }).click()
  await expect(page).toHaveURL(new RegExp(`#/library/NV240/AMM\\?.*dm=${module}`))

  await load(page, '/my/bookmark')
  await page.getByRole('button', { name: 'Remove bookmark Start here' }).click()
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
})

test('what went to the trash stays in the lists and says so', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
}) => {
  const database = unique('DB').replaceAll('.', '-')
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  const reader = await newPerson('reader')
  await as(reader, `/library/${database}/MEL`)
  const kept = page.waitForResponse(/\/users\/bookmark$/)
  await page
    .getByRole('main')
    .getByRole('button', { name: /bookmark/i })
    .first()
    .click()
  expect((await kept).status()).toBe(200)
  await load(page, '/bookmark')
  await expect(row(page, /MEL/).getByRole('link', { name: 'MEL' })).toBeVisible()
  await admin.call('DELETE', `/csdb?csdbName=${database}`)
  await load(page, '/bookmark')
  await expect(row(page, /MEL/)).toContainText('Deleted')
  await expect(row(page, /MEL/).getByRole('link')).toHaveCount(0)
})

test('the checkout list says that it is empty', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/checkout')
  await expect(page.getByRole('heading', { name: 'Nothing checked out' })).toBeVisible()
})

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`lists with rows are accessible in ${language}`, async ({ page, as, newPerson }) => {
    const person = await newPerson('reader')
    const visited = page.waitForResponse(/recentVisit$/)
    await as(person, `/library/NV240/AMM?dm=${module}`)
    await visited
    await speak(page, language)
    await load(page, '/recent')
    await expect(page.getByRole('main').locator('tbody a')).toHaveCount(1)
    const kept = page.waitForResponse(/\/users\/bookmark$/)
    await page.getByRole('main').locator('tbody button').click()
    await kept
    for (const path of ['/recent', '/bookmark', '/my/recent', '/my/bookmark', '/dashboard']) {
      await load(page, path)
      await page.getByRole('main').getByRole('link').first().waitFor()
      await expectAccessible(page)
      await expectNoRawKeys(page)
      await expectNoSidewaysScroll(page)
    }
    await load(page, '/bookmark')
    await page.getByRole('main').locator('.af-row-actions button').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await expectNoRawKeys(page)
    await expectNoSidewaysScroll(page)
  })
}
