import { expect, type Page } from '@playwright/test'
import { test } from './support/test'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const box = (page: Page) => page.getByRole('combobox', { name: 'Type a command or search' })

async function run(page: Page, words: string) {
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}

test('goes anywhere by keyboard alone', async ({ page, as }) => {
  await as('admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [words, heading, url] of [
    ['operators', 'Operators', /#\/operator-list\/index$/],
    ['audit log', 'Admin', /#\/admin\/index\?tab=audit$/],
    ['full-text', /^Welcome, /, /#\/fts\/index$/],
    ['compliance', 'Compliance overview', /#\/compliance-overview\/index$/],
    ['dashboard', /^Welcome, /, /#\/dashboard$/],
  ] as const) {
    await run(page, words)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveURL(url)
  }
})

test('runs actions: the creation dialogs, the account, the language', async ({ page, as, newPerson }) => {
  await as(await newPerson('admin'))
  await run(page, 'add operator')
  await expect(page.getByRole('dialog', { name: 'New operator' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).not.toHaveURL(/do=create/)
  await run(page, 'add user')
  await expect(page.getByRole('dialog', { name: 'Add user' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).not.toHaveURL(/do=create/)
  await run(page, 'rebuild')
  await expect(page.getByRole('dialog', { name: 'Rebuild the search index' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+k')
  await box(page).fill('create manual nv240')
  await page.getByRole('option', { name: /^Create manual in / }).click()
  await expect(page.getByRole('dialog', { name: /^Create New Manual in / })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await run(page, 'verify')
  await expect(page.getByText('Chain intact')).toBeVisible()
  await run(page, 'change my password')
  await expect(page.getByRole('tab', { name: 'Password', selected: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await run(page, '中文')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('is walked with the arrow keys and closed with Escape, and the focus goes back', async ({
  page,
  as,
}) => {
  await as('reader')
  const search = page.getByRole('banner').getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  const active = page.getByRole('option', { selected: true })
  await expect(active).toHaveText('Dashboard')
  await page.keyboard.press('ArrowDown')
  await expect(active).toHaveText('All tasks')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(active).toHaveText('Logout')
  await page.keyboard.type('zzzz')
  await expect(active).toHaveText('Search the texts for “zzzz”')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(search).toBeFocused()
})

test('offers a reader nothing that is closed to a reader', async ({ page, as }) => {
  await as('reader')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: 'Dashboard' })).toBeVisible()
  for (const name of [
    'Users',
    'Types',
    'Audit log',
    'System information',
    'Add user',
    'Add operator',
    'Import a package',
    'Rebuild the search index',
    'Verify the audit chain',
  ]) {
    await expect(page.getByRole('option', { name, exact: true })).toHaveCount(0)
  }
})

test('the question mark shows the shortcuts, and they work', async ({ page, as }) => {
  await as('admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByText('Go to the search box')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('banner').getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('g o?')
  await expect(dialog).toBeHidden()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.type('go')
  await expect(page).toHaveURL(/#\/operator-list\/index$/)
  await page.keyboard.press('[')
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden()
})

test('single-key shortcuts can be turned off, and stay off', async ({ page, as }) => {
  await as('reader')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page
    .getByRole('switch', { name: 'Single-key shortcuts' })
    .or(page.getByRole('checkbox', { name: 'Single-key shortcuts' }))
    .uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('a narrow window has a button for the palette', async ({ page, as }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await as('reader')
  await page.getByRole('banner').getByRole('button', { name: 'Command palette' }).click()
  await expect(palette(page)).toBeVisible()
})
