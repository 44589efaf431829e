import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys } from './support/checks'
import { test } from './support/test'

test('the changes of a revision are read module by module, and ticked', async ({ page, as }) => {
  await as('reader', '/library/NV240/MMEL')
  await page.getByRole('link', { name: 'Show changes' }).click()
  await expect(page).toHaveURL(/part=changes/)
  const modules = page.locator('.ch-module')
  await expect(modules.first()).toBeVisible()
  const unviewed = await modules.getByRole('checkbox', { checked: false }).count()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  const first = modules.getByRole('checkbox').first()
  await first.check()
  await expect(first).toBeChecked()
  await page.reload()
  await expect(modules.getByRole('checkbox').first()).toBeChecked()
  const unviewedOnly = page.getByRole('checkbox', { name: 'Only what I have not viewed' })
  await unviewedOnly.click()
  await expect(modules.getByRole('checkbox')).toHaveCount(unviewed - 1)
  await unviewedOnly.click()
  await expect(modules.getByRole('checkbox').first()).toBeChecked()
  await modules.getByRole('checkbox').first().uncheck()
  await expect(modules.getByRole('checkbox').first()).not.toBeChecked()
  await modules.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/dm=/)
})
