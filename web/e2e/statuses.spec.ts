import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const readerOf = (code: string) => `/library${manual}?dm=DMC-NV240-A-${code}_en-US`
const statusMenu = (page: Page, status: string) => page.getByRole('button', { name: `Status: ${status}` })

/** Takes a step in the toolbar of the module. */
async function take(page: Page, from: string, step: string, reason?: string): Promise<void> {
  await statusMenu(page, from).click()
  await page.getByRole('menuitem', { name: step }).click()
  const dialog = page.getByRole('dialog', { name: step })
  if (reason) await field(dialog, 'Reason').fill(reason)
  await dialog.getByRole('button', { name: step }).click()
  await expect(dialog).toBeHidden()
}

test('a module goes through its statuses, and its versions list the steps', async ({ page, as }) => {
  const code = '65-41-00-00A-421A-A'
  await as('approver', readerOf(code))
  await take(page, 'Released', 'Withdraw', 'Superseded by SB 65-003')
  await take(page, 'Obsolete', 'Reinstate')
  await expect(statusMenu(page, 'Draft')).toBeVisible()

  await as('author', readerOf(code))
  await take(page, 'Draft', 'Submit for review')
  await expect(page.getByText('Review', { exact: true }).first()).toBeVisible()
  await expect(statusMenu(page, 'Review')).toBeHidden()

  await as('approver', '/dashboard')
  await page
    .getByRole('button', { name: /notifications|Messages/i })
    .first()
    .click()
  // The dashboard behind the dialog lists the same message.
  await expect(page.getByRole('dialog').getByText(/submitted DMC-NV240-A-65-41-00/)).toBeVisible()
  await load(page, readerOf(code))
  await take(page, 'Review', 'Release', 'SB 65-003')
  await page.getByRole('tab', { name: /^Versions/ }).click()
  await expect(page.getByRole('row', { name: /001-00/ })).toContainText('Superseded by SB 65-003')
})

test('several modules are chosen, checked out and released again', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), `/library${manual}?tab=modules&filter=05-20`)
  await expect(page.getByRole('row', { name: /05-20/ }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText(/^\d+ selected$/)).toBeVisible()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Check out/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Check out/ })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Check out/ }).click()
  await expect(page.getByText(/files changed\.$/)).toBeVisible()
  await load(page, '/checkout')
  await expect(page.getByRole('row', { name: /05-20/ }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Cancel/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel \d/ })
    .click()
  await expect(page.getByText(/files changed\.$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /24-31-01/ })).toHaveCount(0)
})

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`the rules of editing are accessible in ${language}`, async ({ page, as }) => {
    await speak(page, language)
    await as('admin', '/admin/index?tab=editing')
    await expect(page.getByRole('checkbox')).toHaveCount(3)
    await expectAccessible(page)
    await expectNoRawKeys(page)
    await expectNoSidewaysScroll(page)
  })
}
