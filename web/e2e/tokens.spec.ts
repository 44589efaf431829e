import { expect } from '@playwright/test'
import { field, test } from './support/test'

test('an administrator makes a service token, another system uses it, and it is revoked', async ({
  page,
  as,
  request,
}) => {
  await as('admin', '/admin/index?tab=tokens')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await field(dialog, 'Name').fill('Parts system')
  await dialog.getByRole('radio', { name: 'Only selected databases' }).check()
  await dialog.getByRole('checkbox', { name: 'NV240' }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
  const shown = page.getByRole('dialog', { name: 'Token Parts system' })
  const token = (await shown.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^afs_/)
  await shown.getByRole('button', { name: 'Done' }).click()

  const headers = { authorization: `Bearer ${token}` }
  const databases = await request.get('/kbj/api/csdb', { headers })
  expect((await databases.json()).map((one: { name: string }) => one.name)).toEqual(['NV240'])
  expect((await request.get('/kbj/api/audit', { headers })).status()).toBe(403)

  const row = page.getByRole('row', { name: /Parts system/ })
  await expect(row).toContainText('Read and search content')
  await row.getByRole('button', { name: 'Revoke Parts system' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No service tokens')).toBeVisible()
  expect((await request.get('/kbj/api/csdb', { headers })).status()).toBe(401)
})
