import { expect } from '@playwright/test'
import { sidebar } from './support/shell'
import { field, test } from './support/test'

test('a database limited to a group is seen by its members alone, until the grant is taken away', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  expectComplaint,
}) => {
  // The open page asks once more for what is gone.
  expectComplaint(/status of 404/)
  const [database, group] = [unique('DB').replaceAll('.', '-'), unique('Fleet')]
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  const [member, other] = [await newPerson('author'), await newPerson('author')]

  await as('admin', '/admin/index?tab=groups&do=create')
  const form = page.getByRole('dialog', { name: 'Add group' })
  await field(form, 'Name').fill(group)
  await form.getByRole('searchbox').fill(member.account)
  await form.getByRole('checkbox', { name: member.account }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${group} saved.`)).toBeVisible()

  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('searchbox', { name: 'Search databases and manuals' }).fill(database)
  await page.getByRole('button', { name: `Change access to /${database}`, exact: true }).click()
  const access = page.getByRole('dialog', { name: `Access to /${database}` })
  await access.getByRole('radio', { name: 'Limited' }).check()
  await access.getByRole('combobox', { name: 'Find people and groups' }).fill(group)
  await access.getByRole('option', { name: group }).click()
  await access.getByRole('combobox', { name: `Level of ${group}` }).selectOption('Author')
  await access.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog', { name: 'Take access away?' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Access to /${database} saved.`)).toBeVisible()
  await expect(page.getByRole('row', { name: `/${database}/MEL` })).toContainText('Through its database')

  await page.getByRole('tab', { name: 'Users' }).click()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(member.account)
  await page.getByRole('button', { name: `More actions for ${member.account}` }).click()
  await page.getByRole('menuitem', { name: 'Show access' }).click()
  const reasons = page.getByRole('dialog', { name: `Access of ${member.account}` })
  await reasons.getByRole('searchbox').fill(`/${database}`)
  await expect(reasons.getByRole('row').nth(1)).toContainText(`Through group ${group}`)

  await as(other, '/library/all')
  await expect(sidebar(page).getByRole('link', { name: 'All databases' })).toBeVisible()
  await expect(page.getByText(database)).toHaveCount(0)

  await as(member, `/library/${database}/MEL`)
  await expect(page.getByRole('heading', { level: 1, name: 'MEL', exact: true })).toBeVisible()
  await admin.call('PUT', '/access', { paths: [`/${database}`], grants: [{ group }] })
  await expect(page.getByRole('heading', { level: 1, name: /not found$/ })).toBeVisible({ timeout: 10_000 })
  await expect(sidebar(page).getByText(database)).toHaveCount(0)
})
