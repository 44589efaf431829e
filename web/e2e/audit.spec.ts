import { expect } from '@playwright/test'
import { field, test } from './support/test'

test('the log names who did what on what, newest first', async ({ page, as, newPerson }) => {
  const { account } = await newPerson('author')
  await as('admin', `/admin/index?tab=audit&subject=${account}`)
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('Password changed')
  await expect(rows.filter({ hasText: 'Account created' })).toContainText('admin')
  const detail = rows.filter({ hasText: 'Account created' })
  await detail.locator('summary').click()
  await expect(detail).toContainText('user.created')
  await expect(detail).toContainText(/[0-9a-f]{64}/)
})

test('filters narrow the log, stand in the address and are cleared', async ({ page, as, newPerson }) => {
  const { account } = await newPerson('author')
  await as('admin', '/admin/index?tab=audit')
  const table = page.getByRole('table', { name: 'Audit log' })
  await field(page, 'Object').fill(account)
  await field(page, 'Action').selectOption('Account created')
  await field(page, 'User').fill('admin')
  await expect(page).toHaveURL(
    (url) => url.hash.includes(`subject=${account}`) && url.hash.includes('actor=admin'),
  )
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await expect(table.getByRole('row').nth(1)).toContainText(account)
  await page.reload()
  await expect(field(page, 'Action')).toHaveValue('user.created')
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await field(page, 'To').fill('2020/01/31')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await field(page, 'From').fill('2020/02/30')
  await expect(field(page, 'From')).toHaveAccessibleDescription('Invalid date')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(field(page, 'User')).toHaveValue('')
  await expect(table.getByRole('row').nth(1)).toBeVisible()
})

test('the chain of the log is proved on demand', async ({ page, as }) => {
  await as('admin', '/admin/index?tab=audit')
  await page.getByRole('button', { name: 'Verify chain' }).click()
  await expect(page.getByText('Chain intact')).toBeVisible()
  await expect(page.getByText(/^\d+ entries checked, \d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/)).toBeVisible()
})
