import { expect, type Page } from '@playwright/test'
import { Api, type Person } from './support/api'
import { expectAccessible } from './support/checks'
import { confirmRevision, deliverRevision } from './support/revisions'
import { field, load, test } from './support/test'

const code = '30-31-01-00A-180A-A'
const nameOf = (text: string) => text.replaceAll('.', '_')
const source = (page: Page) => page.locator('.ed-source').getByRole('textbox')
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d:\d\d$/)
const dialog = (page: Page) => page.getByRole('dialog')

/** Types a comment before the root element. */
async function type(page: Page, words: string): Promise<void> {
  await expect(source(page)).not.toHaveAttribute('aria-readonly', 'true')
  await source(page).press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(`<!-- ${words} -->`)
}

test('of two controllers who decide at once, the second is told and keeps the reason', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  server,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await as(await newPerson('approver'), `/revisions/${revision}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await field(dialog(page), 'Reason').fill('Not for our fleet')

  const other: Person = await newPerson('approver')
  const api = new Api(server.url, await new Api(server.url).signIn(other))
  await confirmRevision(api, database, revision)

  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page).getByText('This revision has already been decided')).toBeVisible()
  await expect(field(dialog(page), 'Reason')).toHaveValue('Not for our fleet')
  await expectAccessible(page)
  await load(page, `/revisions/${revision}?tab=decisions`)
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(other.account) })).toContainText('Confirmed')
})

test('an author types on while a revision that touches the module is confirmed, and loses nothing', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  server,
}) => {
  const database = nameOf(unique('OEM'))
  const path = `/${database}/LIST/DMC-NV240-A-${code}_en-US.XML`
  const revision = await deliverRevision(admin, database)
  const author = await newPerson('author')
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  await api.call('POST', `/files/checkout/default${path}`)
  await as(author, `/editor?path=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await type(page, 'typed before')
  await expect(saved(page)).toBeVisible()

  await confirmRevision(admin, database, revision)

  await type(page, 'typed after')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Check in' }).click()
  await page
    .getByRole('dialog', { name: /^Check in/ })
    .getByRole('button', { name: 'Check in' })
    .click()
  await expect(page.getByText(/^Checked in as/)).toBeVisible()
  const text = await (await admin.call('GET', `/bytes/default${path}`)).text()
  for (const words of ['typed before', 'typed after', 'of our fleet']) expect(text).toContain(words)

  // The changes of the OEM are left to a person.
  await load(page, `/revisions/${revision}?tab=todos`)
  const row = page.getByRole('row', { name: /Pitot head heaters/ })
  await expect(row).toContainText('Was checked out')
  await row.getByRole('link').first().click()
  await expect(page.getByText(/^The module was edited after the confirmation/)).toBeVisible()
})
