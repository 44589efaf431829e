import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

test('an author publishes a draft and finds its package', async ({ page, as, newPerson, unique }) => {
  const author = await newPerson('author')
  const revision = unique('Draft').slice(0, 40)
  await as(author, '/publications?manual=/NV240/AMM')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await field(dialog, 'Revision number').fill(revision)
  const operator = dialog.getByRole('combobox', { name: /Operator/ })
  await expect(operator.getByRole('option')).not.toHaveCount(1)
  await operator.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Draft Publish complete.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: new RegExp(revision) }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(revision) })).toBeVisible()
  await expect(page.getByRole('button', { name: /^NV240-AMM-.*-draft-s1000d-complete\.zip$/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'manifest.json' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('manifest.json')
  await page.reload()
  const downloads = page.getByRole('table', { name: 'Downloads' })
  await expect(downloads.getByText('manifest.json')).toBeVisible()
  await page.getByRole('link', { name: 'Check the signature' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Signing key' })).toBeVisible()
  await expect(page.getByText(/^airfolio verify DIR --key /)).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
})
