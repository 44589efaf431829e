import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

test('an author makes an audit pack, and an auditor sees it and nothing else', async ({
  page,
  as,
  newPerson,
  unique,
}) => {
  const author = await newPerson('author')
  const name = unique('Audited')
  await as(author, '/dashboard')
  await page.getByRole('button', { name: 'Compliance', exact: true }).click()
  await page.getByRole('button', { name: 'Create New Compliance Info' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /Name/ }).fill(name)
  await form.getByRole('textbox', { name: /Originator/ }).fill('Northwind Authority')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'New audit pack' }).click()
  const dialog = page.getByRole('dialog', { name: 'New audit pack' })
  await expect(dialog.getByText(`${name}: 0 requirements`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const packs = page.getByRole('region', { name: 'Audit packs' })
  await expect(packs.getByRole('button', { name: /Download audit-pack/ })).toBeVisible({ timeout: 20_000 })
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)

  const admin = await newPerson('admin')
  await as(admin, '/admin?tab=auditors')
  await page.getByRole('button', { name: 'Create auditor' }).click()
  const create = page.getByRole('dialog', { name: 'Create auditor' })
  const account = unique('auditor').toLowerCase().replaceAll(' ', '-')
  await field(create, 'Account').fill(account)
  await field(create, 'E-mail').fill('auditor@example.org')
  await field(create, 'Last day').fill('2099/12/31')
  await create.getByRole('checkbox', { name }).check()
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog', { name: `Password of ${account}` })).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: new RegExp(account) })).toContainText(name)
})
