import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys } from './support/checks'
import { field, load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const key = (language: string) => `DMC-NV240-A-28-21-01-00A-720A-A_${language}`
const pathOf = (language: string) => `${manual}/${key(language)}.XML`
const pageOf = (language: string) => `/translation?path=${encodeURIComponent(pathOf(language))}`
const lines = (page: Page) =>
  page.getByRole('table', { name: 'Lines of the original and of the translation' })

async function begin(page: Page, language: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Translate' }).click()
  const dialog = page.getByRole('dialog', { name: /^Translate/ })
  await dialog.getByLabel('Language').selectOption(language)
  await field(dialog, 'Technical name').fill(name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Start translation' }).click()
  await expect(lines(page)).toBeVisible()
}

test('an author translates a module line by line and with a file for another tool', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  // The open folder tree asks for sections of the contents before the new module was in them.
  expectComplaint(/status of 404/)
  await as(await newPerson('author'), `/library${manual}?dm=${key('en-US')}`)
  await begin(page, 'de-DE', 'Batterie')
  await expect(page.getByText('In progress')).toBeVisible()
  const field = lines(page).getByRole('textbox').nth(2)
  const words = (await field.inputValue()).trim()
  await field.fill('Erste Zeile auf Deutsch & mehr')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^Saved \d\d:\d\d:\d\d$/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'More actions' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download XLIFF' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${key('de-DE')}.xlf`)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk)
  const file = Buffer.concat(chunks).toString('utf8')
  expect(file).toContain('<target>Erste Zeile auf Deutsch &amp; mehr</target>')
  expect(file).toContain(words.slice(0, 10))

  const upload = async (text: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Upload XLIFF' }).click()
    await page
      .getByRole('dialog', { name: 'Upload XLIFF' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'back.xlf', mimeType: 'application/xliff+xml', buffer: Buffer.from(text) })
  }
  await upload(file.replace(/<unit id="[^"]+"/, '<unit id="other"'))
  const dialog = page.getByRole('dialog', { name: 'Upload XLIFF' })
  await expect(dialog.getByText(/^Unit u\S+ is missing/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await upload(file.replace('Erste Zeile auf Deutsch', 'Zurück aus dem Werkzeug'))
  await expect(page.getByText('1 line imported')).toBeVisible()
  await expect(lines(page).getByRole('textbox').nth(2)).toHaveValue('Zurück aus dem Werkzeug & mehr')

  await page.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText(/^Checked in as/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check out and translate' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as translated' }).click()
  await expect(page.getByText('Translated', { exact: true })).toBeVisible()
})

test('a manual shows how far it is translated, in Chinese too', async ({ page, as, newPerson }) => {
  const reader = await newPerson('reader')
  await as(reader, `/library${manual}?tab=translations`)
  const progress = page.getByRole('list', { name: 'Progress by language' })
  await expect(progress).toContainText(/Chinese.* of \d+ modules translated/)
  await page.getByLabel('State').selectOption('translated')
  const row = page.getByRole('table', { name: 'Translations' }).getByRole('row').nth(1)
  await expect(row).toContainText('Translated')
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Open' }).click()
  await expect(lines(page)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)

  await speak(page, 'zh-CN')
  await load(page, `/library${manual}?tab=translations`)
  await expect(page.getByRole('list', { name: '各语言进度' })).toBeVisible()
  await expectNoRawKeys(page)
})

test('an original cannot be opened as a translation', async ({ page, as, newPerson, expectComplaint }) => {
  expectComplaint(/status of 409/)
  await as(await newPerson('reader'), pageOf('en-US'))
  await expect(page.getByText('This module is not a translation of another module')).toBeVisible()
})
