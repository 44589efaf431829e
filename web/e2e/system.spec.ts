import { expect } from '@playwright/test'
import type { System } from '../src/api/types'
import { test } from './support/test'

test('system information tells what runs here', async ({ page, as, admin }) => {
  const system = await admin.get<System>('/system')
  await as('admin', '/admin/index?tab=system')
  const value = (term: string) =>
    page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]')
  await expect(value('Server version')).toHaveText('5.0.0-rc.0')
  await expect(value('Web version')).toHaveText('5.0.0-rc.0')
  await expect(value('Commit')).toHaveText(system.commit)
  await expect(value('Started')).toHaveText(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/)
  await expect(value('Uptime')).toHaveText(/^(\d+ d )?(\d+ h )?\d+ min$/)
  await expect(value('Database').first()).toHaveText('SQLite')
  await expect(value('Database size')).toHaveText(/^[\d.,]+ (kB|MB)$/)
  await expect(value('Content files')).toHaveText('Data folder')
  await expect(value('Accounts')).toHaveText(String(system.users))
  const asked = page.waitForResponse('**/kbj/api/system')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await asked
})
