import { expect } from '@playwright/test'
import { Api } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

const phone = { width: 390, height: 844 }

async function makeCollection(admin: Api, name: string): Promise<string> {
  const { id, path } = await admin.post<{ id: string; path: string }>('/compliance', {
    policyCollectionName: name,
    policyOriginator: 'Northwind Authority',
    complianceType: 'regulatory',
  })
  await admin.post('/compliance/policyItem', {
    parentPath: path,
    policyItemCode: 'A.1',
    title: 'Records',
    text: 'The operator shall keep records.',
  })
  return id
}

test('an author makes an audit pack of a collection', async ({ page, as, admin, newPerson, unique }) => {
  const name = unique('Audited')
  const id = await makeCollection(admin, name)
  await as(await newPerson('author'), `/compliance/${id}`)
  await page.getByRole('button', { name: 'New audit pack' }).click()
  const dialog = page.getByRole('dialog', { name: 'New audit pack' })
  await expect(dialog.getByText(`${name}: 1 requirement,`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const packs = page.getByRole('region', { name: 'Audit packs' })
  const download = packs.getByRole('button', { name: /^Download audit-pack/ })
  await expect(download).toBeVisible({ timeout: 20_000 })
  const saved = page.waitForEvent('download')
  await download.click()
  expect((await saved).suggestedFilename()).toMatch(/^audit-pack-.*\.zip$/)
  await expectNoRawKeys(page)
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})

test('an administrator makes an auditor, who reads the chosen collection and nothing else', async ({
  page,
  as,
  admin,
  server,
  newPerson,
  unique,
}) => {
  const name = unique('Granted')
  await makeCollection(admin, name)
  await makeCollection(admin, unique('Hidden'))
  await as(await newPerson('admin'), '/admin/index?tab=auditors')
  await page.getByRole('button', { name: 'Create auditor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create auditor' })
  const account = unique('auditor')
  await field(dialog, 'Account').fill(account)
  await field(dialog, 'Email').fill('auditor@example.org')
  await field(dialog, 'Last day').fill('2099/12/31')
  await dialog.getByRole('checkbox', { name, exact: true }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const made = page.getByRole('dialog', { name: `Password of ${account}` })
  const first = (await made.locator('code').first().textContent())?.trim() ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(account) })).toContainText(name)
  await expectNoSidewaysScroll(page)

  const password = 'a-good-password'
  const token = await new Api(server.url).signIn({ account, password: first })
  await new Api(server.url, token).call('POST', '/user-manage/changePwd', {
    account,
    oldPassword: first,
    newPassword: password,
    confirmPassword: password,
  })
  await as({ account, password })
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(main.getByRole('link')).toHaveCount(1)
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await main.getByRole('link', { name, exact: true }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await report.getByRole('button', { name: 'Create report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create report' }).click()
  const download = report.getByRole('button', { name: /^Download .*\.xlsx$/ })
  await expect(download).toBeVisible({ timeout: 60_000 })
  const saved = page.waitForEvent('download')
  await download.click()
  expect((await saved).suggestedFilename()).toMatch(/-compliance-.*\.xlsx$/)
  await main.getByRole('link', { name: 'A.1' }).click()
  await expect(main.getByText('The operator shall keep records.')).toBeVisible()
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})
