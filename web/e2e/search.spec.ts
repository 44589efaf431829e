import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/checks'
import { sidebar } from './support/shell'
import { speak, test } from './support/test'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const field = (page: Page) => page.getByRole('combobox', { name: 'Search the library' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })

async function ask(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(page).toHaveURL((url) => new URLSearchParams(url.hash.split('?')[1]).get('search') === text)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

test('the header leads to answers whose passages lead to the very paragraph', async ({ page, as }) => {
  await as('reader')
  const box = page.getByRole('banner').getByRole('searchbox', { name: 'Search' })
  await box.fill('shorting caps')
  await box.press('Enter')
  await expect(box).toHaveValue('')
  await expect(field(page)).toHaveValue('shorting caps')
  const first = results(page).first()
  await expect(first.locator('mark').first()).toHaveText(/shorting|caps/i)
  await expect(first).toContainText('NV240')
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/#\/library\/NV240\/AMM\?dm=DMC-NV240-A-26-21-[^&]+&at=/)
  const anchor = new URLSearchParams(page.url().split('?')[1]).get('at') ?? ''
  await expect(page.locator(`[id="${anchor}"]`)).toBeInViewport()
  await expect(page.locator(`[id="${anchor}"]`)).toContainText(/shorting cap/i)
})

test('codes are found with and without dashes, and Chinese words in Chinese modules', async ({
  page,
  as,
}) => {
  await as('reader', '/search/index?search=')
  await expect(results(page).first()).toBeVisible()
  for (const code of ['NV240-A-29-11-01', 'NV240A291101', '29-11-01']) {
    await ask(page, code)
    await expect(results(page).first()).toContainText('NV240-A-29-11-01')
  }
  await ask(page, '灭火瓶')
  await expect(results(page).first().locator('mark').first()).toHaveText(/灭火/)
  await expect(results(page).first()).toContainText('Chinese')
})

test('a question that cannot be understood is told at the field, in both languages', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/400/)
  const reader = await newPerson('reader')
  await as(reader, '/search/index?search=')
  await ask(page, 'pump "open')
  await expect(field(page)).toHaveAccessibleDescription(/Character 6.*quotation mark/)
  await expect(page.getByRole('heading', { name: 'Invalid search query' })).toBeVisible()
  await ask(page, '"open circuit"')
  await expect(field(page)).not.toHaveAttribute('aria-invalid', 'true')
  await speak(page, 'zh-CN')
  await as(reader, '/search/index?search=pump+%22open')
  const chinese = page.getByRole('combobox', { name: '搜索资料库' })
  await expect(chinese).toHaveAccessibleDescription(/引号/)
})

test('typing errors are forgiven, and it is said', async ({ page, as }) => {
  await as('reader', '/search/index?search=extinguishr')
  await expect(page.getByText(/Showing results for “extinguish/)).toBeVisible()
  await expect(results(page).first()).toBeVisible()
})

test('filters narrow down with counts that come true, and the address brings them again', async ({
  page,
  as,
}) => {
  await as('reader', '/search/index?search=pump')
  const manual = filters(page).getByRole('checkbox', { name: /AMM/ }).first()
  const count = Number((await manual.locator('xpath=..').locator('.se-count').textContent()) ?? '')
  expect(count).toBeGreaterThan(0)
  await manual.click()
  await expect(manual).toBeChecked()
  await expect(page.getByText(`${count} results`, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/manualName=NV240%2FAMM/)
  await page.reload()
  await expect(filters(page).getByRole('checkbox', { name: /AMM/ }).first()).toBeChecked()
  await page.getByRole('button', { name: /^Remove filter Manual/ }).click()
  await expect(page).not.toHaveURL(/manualName/)
  await filters(page).getByRole('checkbox', { name: 'Step', exact: true }).click()
  await expect(page).toHaveURL(/where=step/)
  // What was found before stays until there is something else.
  const places = async () => [...new Set(await results(page).locator('.se-where').allTextContents())]
  await expect.poll(places).toEqual(['Step'])
})

test('the page is found again as it was left', async ({ page, as }) => {
  await as('reader', '/search/index?search=pump&sort=title')
  await expect(results(page).first()).toBeVisible()
  await sidebar(page).getByRole('link', { name: 'All tasks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All tasks' })).toBeVisible()
  await sidebar(page).getByRole('link', { name: 'Search' }).click()
  await expect(field(page)).toHaveValue('pump')
  await expect(page).toHaveURL(/search=pump&sort=title/)
})

test('a search is saved, opened, exported and deleted', async ({ page, as, newPerson }) => {
  await as(await newPerson('reader'), '/search/index?search=pump&language=en-US')
  await expect(results(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('English pumps')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“English pumps” saved.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('search-results.csv')
  expect(readFileSync(await file.path(), 'utf8')).toContain('NV240-A-')
  await ask(page, 'valve')
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'English pumps', exact: true }).click()
  await expect(page).toHaveURL(/search=pump&language=en-US$/)
  await page.getByRole('button', { name: 'Saved searches' }).click()
  await page.getByRole('button', { name: 'Edit saved search English pumps' }).click()
  await page
    .getByRole('dialog', { name: 'Edit saved search' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Pumps of the fleet')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Delete saved search Pumps of the fleet' }).click()
  await page
    .getByRole('dialog', { name: 'Delete saved search' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('No saved searches yet')).toBeVisible()
})

test('suggestions come while typing, by keyboard alone, and the full-text tab is the same search', async ({
  page,
  as,
}) => {
  await as('reader', '/fts/index')
  await field(page).focus()
  await page.keyboard.type('hydr')
  const offers = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(offers.first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(offers.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(offers).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/fts\/index\?search=hydr$/)
})

test('the command palette finds manuals and modules', async ({ page, as }) => {
  await as('reader')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Type a command or search' })
  await palette.fill('mmel')
  const folders = page.getByRole('group', { name: 'Library' }).getByRole('option')
  await expect(folders.filter({ hasText: 'NV240' })).toHaveCount(1)
  await palette.fill('NV240-A-29-11-01')
  await page.getByRole('group', { name: 'Modules' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/#\/library\/NV240\/\w+\?dm=DMC-NV240-A-29-11-01/)
})

test('the administrator sees the index and rebuilds it', async ({ page, as }) => {
  await as('admin', '/admin/index?tab=system')
  const card = page.getByRole('region', { name: 'Search index' })
  await expect(card).toContainText('Up to date')
  await card.getByRole('button', { name: 'Rebuild' }).click()
  const rebuilt = page.waitForResponse('**/search/rebuild')
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild' }).click()
  expect((await rebuilt).ok()).toBe(true)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(card).toContainText('Up to date')
})

test('on a narrow window the filters are a drawer', async ({ page, as }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await as('reader', '/search/index?search=pump')
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByRole('checkbox', { name: /AMM/ }).first().click()
  await expect(page).toHaveURL(/manualName=/)
  await expectAccessible(page)
  await drawer.getByRole('button', { name: /^Show \d+ results?$/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
})
