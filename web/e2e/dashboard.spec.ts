import { expect, type Locator, type Page } from '@playwright/test'
import type { Counts } from '../src/api/types'
import { banner, upload } from './support/imports'
import { test } from './support/test'
import { demoFiles, zipOf } from './support/zip'

const tileOf = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${label}\\s*\\d`) })

const lists = [
  ['Databases', 'databases', /#\/system\/csdbs$/],
  ['Manuals', 'manuals', /#\/system\/manuals$/],
  ['Operators', 'operators', /#\/operator-list\/index$/],
  ['Aircraft', 'aircraft', /#\/operator-list\/index\?tab=aircraft$/],
  ['Users', 'users', /#\/admin\/index\?tab=users/],
] as const

test('each figure is the length of the list it opens', async ({ page, as, admin }) => {
  await as('admin')
  const counts = await admin.get<Counts>('/counts')
  for (const [label, count, url] of lists) {
    const figure = counts[count]
    const tile = tileOf(page, label)
    await expect(tile).toHaveAccessibleName(new RegExp(`^${label} ${figure}( |$)`))
    await tile.click()
    await expect(page).toHaveURL(url)
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${figure}$`)), label).toBeVisible()
    await page.goto('/#/dashboard')
  }
})

/** Each of the links begins with a figure and opens a list that is as long. */
async function expectAsMany(page: Page, links: Locator, url: RegExp) {
  await expect(links.first()).toBeVisible()
  for (const [place, text] of (await links.allTextContents()).entries()) {
    const [figure] = text.split(' ')
    await links.nth(place).click()
    await expect(page).toHaveURL(url)
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${figure}$`)), text).toBeVisible()
    await page.goBack()
  }
}

for (const [chart, url] of [
  ['Modules by manual', /#\/library\/[^/]+\/[^/]+\?tab=modules$/],
  ['Manuals by database', /#\/library\/[^/]+$/],
] as const) {
  test(`each bar is as long as the list it opens: ${chart}`, async ({ page, as }) => {
    await as('reader')
    const figures = page.getByRole('table', { name: chart }).getByRole('cell')
    await expectAsMany(page, figures.getByRole('link', { name: /^[1-9]/ }), url)
  })
}

test('the size of each fleet is the length of the list it opens', async ({ page, as }) => {
  await as('reader')
  const fleets = page.getByRole('region', { name: 'Operators and aircraft' })
  await expectAsMany(page, fleets.getByRole('link', { name: /^[1-9]\d* aircraft$/ }), /\?tab=aircraft&of=/)
})

test('open findings lead to as many findings, and to every package that has some', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
}) => {
  const files = demoFiles('amm')
  const spoiled = Object.keys(files).find((file) => file.startsWith('DMC-')) ?? ''
  const name = `${unique('open')}.zip`
  await as(await newPerson('author'), '/import/index')
  await upload(page, name, zipOf({ ...files, [spoiled]: '<dmodule><content></dmodule>' }))
  await expect(banner(page, /error|cannot/i)).toBeVisible()
  await page.goto('/#/dashboard')
  const card = page.getByRole('region', { name: 'Open findings' })
  const counted = card.getByRole('listitem').filter({ hasText: name })
  await expectAsMany(
    page,
    counted.getByRole('link', { name: /^\d+ (blocking|advisor(y|ies))$/ }),
    /\?package=[^&]+&severity=(block|warn)&view=all$/,
  )
  await card.getByRole('link', { name: 'View all' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  // The check of a package that another test sent may end meanwhile.
  await expect(async () => {
    const { total } = await admin.get<{ total: number }>('/packages?toMend=true')
    await page.reload()
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${total}$`))).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('the page leads with the open work, each with the list it counts', async ({
  page,
  as,
  admin,
  unique,
}) => {
  await admin.register(unique('pending'))
  await as('admin')
  const card = page.getByRole('region', { name: 'Needs your attention' })
  const links = card.getByRole('link')
  await expect(card.getByRole('link', { name: /account requests?$/ })).toBeVisible()
  for (const [place, text] of (await links.allTextContents()).entries()) {
    await links.nth(place).click()
    await expect(page).not.toHaveURL(/dashboard/)
    await expect(page.getByText(new RegExp(`^1–\\d+ of ${text.split(' ')[0]}$`)), text).toBeVisible()
    await page.goBack()
  }
})

test('a reader opens a manual from the dashboard, and imports nothing', async ({ page, as }) => {
  await as('reader')
  await expect(page.getByRole('button', { name: 'Import a package' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Open manual' }).press('Enter')
  await page.getByRole('menuitem', { name: 'MMEL (NV240)' }).press('Enter')
  await expect(page).toHaveURL(/#\/library\/NV240\/MMEL/)
})

test('a reader sees no figures and cards of the administration', async ({ page, as }) => {
  await as('reader')
  await expect(page.getByRole('heading', { name: 'Operators and aircraft' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Users|Account requests)\s*\d/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Latest changes' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add user' })).toHaveCount(0)
})

test('the cards lead on', async ({ page, as }) => {
  await as('admin')
  await page.getByRole('link', { name: 'Alpine Rotor Services' }).click()
  await expect(page.getByRole('dialog', { name: 'Operator Alpine Rotor Services' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Add user' }).click()
  await expect(page.getByRole('dialog', { name: 'Add user' })).toBeVisible()
})

test('the tabs of the dashboard are routes', async ({ page, as }) => {
  await as('reader')
  for (const [tab, url] of [
    ['Recent', /#\/my\/recent$/],
    ['Bookmarks', /#\/my\/bookmark$/],
    ['Checkout list', /#\/my\/col$/],
    ['Databases', /#\/system\/csdbs$/],
    ['Manuals', /#\/system\/manuals$/],
    ['Full text', /#\/fts\/index$/],
    ['Overview', /#\/dashboard$/],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page).toHaveURL(url)
    await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
  }
})
