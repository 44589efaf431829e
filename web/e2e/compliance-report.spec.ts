import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { banner } from './support/imports'
import { test } from './support/test'

test('a report of a collection is made and downloaded', async ({ page, as, admin, newPerson, unique }) => {
  const reader = await newPerson('reader')
  const made = await admin.call('POST', '/compliance', {
    policyCollectionName: unique('Report rules'),
    policyOriginator: 'Northwind Authority',
    complianceType: 'regulatory',
  })
  const collection: { id: string; path: string } = await made.json()
  await admin.call('POST', '/compliance/policyItem', {
    parentPath: collection.path,
    policyItemCode: 'R.1',
    title: 'Records',
    text: 'Records shall be kept.',
  })

  await as(reader, `/compliance/${collection.id}`)
  await page.getByRole('button', { name: 'Report', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'All requirements' })).toBeChecked()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Create report' }).click()
  await expect(dialog).toBeHidden()

  const told = banner(page, 'Report successfully generated !')
  await expect(told).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    told.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/-compliance-\d{4}-\d{2}-\d{2}\.xlsx$/)

  await page.goto('/#/all-tasks/index')
  await expect(page.getByText('Compliance report').first()).toBeVisible()
  await admin.call('PUT', '/compliance/delete', { complianceInfoPath: collection.path })
})
