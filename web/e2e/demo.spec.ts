import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { test } from './support/test'

test('the flight manual of the demo has an approved publication with its letter, and a draft', async ({
  page,
  as,
  newPerson,
}) => {
  await as(await newPerson('author'), '/publications?manual=/NV240/FLM')
  const main = page.getByRole('main')
  await expect(main.getByRole('row', { name: /Draft/ }).first()).toBeVisible()
  await expect(main.getByRole('row', { name: /Approved/ }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await page
    .getByRole('row', { name: /Approved/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText('Azure Bay Aviation Authority').first()).toBeVisible()
  await expect(page.getByText(/abaa-flm-2026-118\.pdf/).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('the pending revision of the demo meets an edit of the operator', async ({ page, as, newPerson }) => {
  await as(await newPerson('approver'), '/revisions')
  await page.getByRole('link', { name: 'FLM, OEM revision 3' }).click()
  const ours = page.getByRole('table', { name: 'Airline edits' })
  await expect(ours.getByRole('row', { name: /^Modules with conflicts/ })).toContainText('1', {
    timeout: 30_000,
  })
  await expectAccessible(page)
})
