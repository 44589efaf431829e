import { pathToFileURL } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'
import { unzip } from './support/unzip'

/** Publishes the maintenance manual of the demo as a website, and downloads it. */
async function downloadSite(page: Page, revision: string): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Revision number').fill(revision)
  await dialog.getByRole('checkbox', { name: 'S1000D package' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Website (opens from disk)' }).check()
  const operator = dialog.getByRole('combobox', { name: /Operator/ })
  await expect(operator.getByRole('option')).not.toHaveCount(1)
  await operator.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Draft Publish complete.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: new RegExp(revision) }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /-html-complete\.zip$/ }).click(),
  ])
  return download.path()
}

test('a published website opens from disk, with contents, search, pictures and aircraft', async ({
  page,
  as,
  newPerson,
  unique,
}, testInfo) => {
  await as(await newPerson('author'), '/publications?manual=/NV240/AMM')
  const archive = await downloadSite(page, unique('Site').slice(0, 40))
  const folder = testInfo.outputPath('site')
  const files = unzip(archive, folder)
  expect(files).toContain('index.html')

  // Nothing is asked of anybody but the disk.
  const outside: string[] = []
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) outside.push(request.url())
  })
  await page.goto(`${pathToFileURL(`${folder}/index.html`)}?ui=en`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByText('Draft. Not approved for use.')).toBeVisible()
  await expectAccessible(page)

  // Search, by the keyboard alone.
  await page.keyboard.press('/')
  await page.keyboard.type('fuel pump panel')
  await page.keyboard.press('Enter')
  const results = page.getByRole('region', { name: 'Search results' })
  await expect(results.getByText(/found/)).toBeVisible()
  await results.getByRole('link').first().click()
  await expect(page.locator('.rd-article mark').first()).toBeVisible()
  await expectAccessible(page)

  // A sheet of paper says that it is a draft, and of which manual.
  await page.emulateMedia({ media: 'print' })
  const printed = (selector: string) =>
    page.locator(selector).evaluate((place) => getComputedStyle(place, '::before').content)
  expect(await printed('.site-main')).toContain('Draft. Not approved for use.')
  expect(await printed('.site-head')).toContain('Revision')
  await page.emulateMedia({ media: 'screen' })

  // The contents show where one is, and lead on.
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.locator('[aria-current="page"]')).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await page
    .getByRole('link', { name: /^(Next|Previous):/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title ?? '')

  // Texts in Chinese, kept from page to page.
  await page.getByRole('link', { name: '中文' }).click()
  await expect(page.getByRole('button', { name: '打印' })).toBeVisible()
  await page
    .getByRole('link', { name: /^(上一个|下一个):/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: '打印' })).toBeVisible()

  // On a phone the text has the room, and the tools open when they are asked for.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  await page.getByRole('button', { name: '选项' }).click()
  await expect(page.getByRole('button', { name: '打印' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect(outside).toEqual([])
})

test('a website shows pictures, and hides what does not apply to an aircraft', async ({
  page,
  as,
  newPerson,
  unique,
}, testInfo) => {
  await as(await newPerson('author'), '/publications?manual=/NV240/AMM')
  const archive = await downloadSite(page, unique('Site').slice(0, 40))
  const folder = testInfo.outputPath('site')
  const files = unzip(archive, folder)
  const open = (name: string) => page.goto(`${pathToFileURL(`${folder}/${name}`)}?ui=en`)

  const pages = files.filter((name) => name.startsWith('modules/'))
  const withPicture: string[] = []
  const withCondition: string[] = []
  for (const name of pages) {
    await open(name)
    if ((await page.locator('[data-figure-box] :is(img, .pv-drawing)').count()) > 0) withPicture.push(name)
    if ((await page.locator('.rd-article [data-applic-id]').count()) > 0) withCondition.push(name)
    if (withPicture.length > 0 && withCondition.length > 0) break
  }
  expect(withPicture, 'a page with a picture').not.toEqual([])
  expect(withCondition, 'a page with a condition').not.toEqual([])
  await open(withPicture[0] ?? '')
  const picture = page.locator('[data-figure-box] :is(img, .pv-drawing)').first()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(20)
  await expectAccessible(page)

  await open(withCondition[0] ?? '')
  const effectivity = page.getByRole('combobox', { name: 'Effectivity' })
  const choices = await effectivity.getByRole('option').allTextContents()
  const note = page.locator('.rd-article .s1d-hidden').first()
  for (const choice of choices.slice(1)) {
    await effectivity.selectOption(choice)
    if (await note.isVisible()) break
  }
  await expect(note).toContainText('Not shown, applicable to:')
  await expect(
    page.getByRole('status').filter({ hasText: /not applicable to|does not apply to/ }),
  ).toBeVisible()
  await page.getByRole('combobox', { name: 'Not applicable' }).selectOption('Show in grey')
  await expect(page.locator('.rd-article .s1d-hidden')).toHaveCount(0)
  await expect(page.locator('.rd-article [data-applic="no"]').first()).toBeVisible()
  await expectAccessible(page)

  // Each window keeps its own choice, also that of all aircraft.
  await effectivity.selectOption('All aircraft')
  await page
    .getByRole('link', { name: /^(Next|Previous):/ })
    .first()
    .click()
  await expect(page).toHaveURL(/[?&]for=&/)
  await expect(effectivity).toHaveValue('')
})
