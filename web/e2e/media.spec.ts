import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { load, speak, test } from './support/test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** A picture of one point. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const choose = (page: Page, name: string, buffer = png) =>
  page
    .getByRole('dialog', { name: 'Upload Media' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'image/png', buffer })

const uploadDialog = (page: Page) => page.getByRole('dialog', { name: 'Upload Media' })

test('an author uploads a picture, replaces it by one of the same name, and deletes it', async ({
  page,
  as,
  admin,
  unique,
}) => {
  const database = unique('DB').replaceAll('.', '-')
  await admin.addDatabase(database)
  await as('author', `/library/${database}`)
  await page.getByRole('main').getByRole('link', { name: 'Media' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Media' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload Media' }).first().click()
  await choose(page, 'ICN-TEST-1.PNG')
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('ICN-TEST-1.PNG uploaded.')).toBeVisible()

  const card = page.getByRole('list', { name: 'Media' }).getByRole('button', { name: /ICN-TEST-1\.PNG/ })
  await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 1)
  await expect(card).toContainText('Draft')
  await card.click()
  await page.getByRole('dialog', { name: 'ICN-TEST-1.PNG' }).getByRole('button', { name: 'Replace' }).click()
  await choose(page, 'OTHER.PNG')
  await expect(uploadDialog(page).getByRole('alert')).toHaveText(
    'The file must have the same name as the one it replaces',
  )
  await choose(page, 'ICN-TEST-1.PNG', Buffer.concat([png, Buffer.from('second')]))
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(uploadDialog(page)).toHaveCount(0)

  const dialog = page.getByRole('dialog', { name: 'ICN-TEST-1.PNG' })
  await dialog.getByRole('tab', { name: 'Versions' }).click()
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete media file' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByRole('heading', { name: 'No media yet' })).toBeVisible()
})

test('a wrong name clears the chosen file, and content must be what the name says', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 4(00|15)/)
  const database = unique('DB').replaceAll('.', '-')
  await admin.addDatabase(database)
  await as('author', `/library/${database}/MULTIMEDIA`)
  await page.getByRole('button', { name: 'Upload Media' }).first().click()
  await choose(page, 'a b.png')
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(uploadDialog(page).getByText('The file name contains invalid characters')).toBeVisible()
  await expect(uploadDialog(page).getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await choose(page, 'a.png', Buffer.from('no picture'))
  await uploadDialog(page).getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(uploadDialog(page).getByText(/content of the file does not match/)).toBeVisible()
  await expect(uploadDialog(page).getByText('a.png')).toBeVisible()
})

test('a file that modules use is kept, and the dialog says by which', async ({
  page,
  as,
  admin,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const found = await admin.get<{ items: { name: string; usedBy: number }[] }>(
    '/media/default/NV240/MULTIMEDIA',
  )
  const used = found.items.find(({ usedBy }) => usedBy > 0)
  expect(used).toBeDefined()
  await as('author', `/library/NV240/MULTIMEDIA?file=${used?.name}`)
  const dialog = page.getByRole('dialog', { name: used?.name ?? '' })
  await dialog.getByRole('tab', { name: /Where used/ }).click()
  await expect(dialog.getByRole('list', { name: 'Where used' }).getByRole('listitem')).toHaveCount(
    used?.usedBy ?? 0,
  )
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete media file' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('list', { name: 'Where used' })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
})

test('the media tab of a manual shows what the manual shows', async ({ page, as }) => {
  await as('reader', '/library/NV240/AMM?tab=media')
  await expect(page.getByRole('list', { name: 'Media' }).getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Media' })).toHaveAttribute('aria-disabled', 'true')
})

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`media are accessible in ${language}`, async ({ page, as, admin }) => {
    const found = await admin.get<{ items: { name: string }[] }>('/media/default/NV240/MULTIMEDIA')
    await speak(page, language)
    await as('admin')
    for (const path of [
      '/library/NV240/MULTIMEDIA',
      `/library/NV240/MULTIMEDIA?file=${found.items[0]?.name}`,
      '/library/NV240/AMM?tab=media',
    ]) {
      await load(page, path)
      await page.locator('.me-card').first().waitFor()
      await expectAccessible(page)
      await expectNoRawKeys(page)
      await expectNoSidewaysScroll(page)
    }
  })
}
