import { expect } from '@playwright/test'
import type { Draft } from '../src/api/types'
import { Api, type Person } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { load, test } from './support/test'

const path = '/NV240/AMM/DMC-NV240-A-71-00-00-00A-131A-A_en-US.XML'

/** Checks the module out and saves a draft of it; gives its hash. */
async function edit(api: Api, change: (text: string) => string): Promise<string> {
  await api.call('POST', `/files/checkout/default${path}`)
  const draft = await api.post<Draft>(`/drafts/default${path}?tab=e2e`)
  const body = { text: change(draft.text), version: draft.version }
  const saved = await api.call('PUT', `/drafts/default${path}?tab=e2e`, body, {
    'If-Match': `"${draft.sha256}"`,
  })
  const { sha256 }: { sha256: string } = await saved.json()
  return sha256
}

test('an urgent change passes a draft, which is merged with it afterwards', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const signedIn = async (person: Person) => new Api(server.url, await new Api(server.url).signIn(person))
  const author = await newPerson('author')
  await edit(await signedIn(author), (text) =>
    text.replace('150 kg or more', '160 kg or more').replace('Removed, counted', 'Removed and counted'),
  )
  await as(author, '/checkout')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel check-out' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'Set the draft aside' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Set aside' }).click()
  const drafts = page.getByRole('region', { name: 'Earlier drafts' })
  await expect(drafts.getByText('Set aside', { exact: true })).toBeVisible()

  const other = await signedIn(await newPerson('author'))
  const sha256 = await edit(other, (text) => text.replace('150 kg or more', '170 kg or more'))
  await other.call('POST', `/files/checkin/default${path}`, { sha256, step: 'inWork', comment: 'Urgent' })

  await drafts.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('A newer version was checked in')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Merge', exact: true }).click()
  await expect(page.getByText('Conflict 1 of 1')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Newer version' })).toContainText('170 kg')
  await expect(page.locator('.rd-compared ins[data-origin="ours"]').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Save as draft and edit' }).click()
  const source = page.locator('.ed-source').getByRole('textbox')
  await expect(source.or(page.getByRole('button', { name: 'Check in' })).first()).toBeVisible()
  await page.getByRole('button', { name: 'Check in' }).click()
  await page
    .getByRole('dialog', { name: /^Check in/ })
    .getByRole('button', { name: 'Check in' })
    .click()
  await expect(page.getByText(/^Checked in as/)).toBeVisible()
  await expect(page, 'the module is shown').toHaveURL(/#\/library\//)
  const text = await (await other.call('GET', `/bytes/default${path}`)).text()
  expect(text).toContain('160 kg or more')
  expect(text).toContain('Removed and counted')

  // The draft as it was before the merge is still there.
  await load(page, '/checkout')
  await expect(drafts.getByRole('button', { name: 'Continue' })).toHaveCount(1)
})

test('the redline of a manual is saved as one file', async ({ page, as }) => {
  await as('reader', '/library/NV240/MMEL')
  await page.getByRole('link', { name: 'Show changes' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Redline (HTML)' }).click()
  expect((await saved).suggestedFilename()).toBe('MMEL-redline.html')
})
