import { expect, type Page } from '@playwright/test'
import { Api, people } from './support/api'
import { field, forgetAll, signInByForm, test } from './support/test'

const row = (page: Page, account: string) => page.getByRole('row').filter({ hasText: account })

async function chooseForUser(page: Page, account: string, action: string) {
  await page.getByRole('button', { name: `More actions for ${account}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a created account gets a one-time password that is shown once and works', async ({
  page,
  as,
  unique,
}) => {
  const account = unique('author')
  await as('admin', '/admin/index?tab=users')
  await page.getByRole('button', { name: 'Add user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await expect(page).toHaveURL(/do=create/)
  await field(dialog, 'Account').fill(account)
  await field(dialog, 'Name').fill('Noor Haddad')
  await field(dialog, 'Email').fill('noor@test.example')
  await dialog.getByRole('radio', { name: 'Author' }).check()
  await dialog.getByRole('button', { name: 'Add user' }).click()

  const shown = page.getByRole('dialog', { name: `One-time password for ${account}` })
  const password = (await shown.locator('code').textContent()) ?? ''
  expect(password.length).toBeGreaterThanOrEqual(10)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  await page.reload()
  await expect(page.getByText(password)).toHaveCount(0)

  await forgetAll(page)
  await page.goto('/#/pages/login')
  await signInByForm(page, { account, password })
  await expect(page.getByRole('heading', { level: 1, name: 'Set your password' })).toBeVisible()
})

test('a taken account and a bad email are told at their fields', async ({ page, as, expectComplaint }) => {
  expectComplaint(/status of 4(00|09)/)
  await as('admin', '/admin/index?tab=users&do=create')
  const dialog = page.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(field(dialog, 'Account')).toHaveAccessibleDescription(/Account is empty/)
  await field(dialog, 'Account').fill('with space')
  await field(dialog, 'Email').fill('nowhere')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(field(dialog, 'Email')).toHaveAccessibleDescription(/not an email address/)
  await expect(field(dialog, 'Account')).toHaveAccessibleDescription(/space character is not allowed/)
  await field(dialog, 'Account').fill('LI.author')
  await field(dialog, 'Email').fill('li@test.example')
  await dialog.getByRole('button', { name: 'Add user' }).click()
  await expect(dialog.getByText(/This account already exists|This value is already in use/)).toBeVisible()
  await expect(field(dialog, 'Email')).toHaveValue('li@test.example')
})

test('role and name are edited', async ({ page, as, newPerson }) => {
  const { account } = await newPerson('reader')
  await as('admin', `/admin/index?tab=users&filter=${account}`)
  await page.getByRole('button', { name: `Edit ${account}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${account}` })
  await field(dialog, 'Name').fill('Ola Berg')
  await dialog.getByRole('radio', { name: 'Approver' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${account} saved.`)).toBeVisible()
  await expect(row(page, account)).toContainText('Approver')
  await expect(row(page, account)).toContainText('Ola Berg')
})

test('two administrators who edit the same account do not overwrite each other', async ({
  page,
  as,
  newPerson,
  admin,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const { account } = await newPerson('reader')
  await as('admin', `/admin/index?tab=users&filter=${account}`)
  await page.getByRole('button', { name: `Edit ${account}` }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${account}` })
  await field(dialog, 'Name').fill('Mine')
  await admin.call('POST', '/user-manage/updateUser', { ...(await admin.user(account)), role: 'author' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Another user changed this in the meantime.')
  await dialog.getByRole('button', { name: 'Load current values and keep my changes' }).click()
  await expect(field(dialog, 'Name')).toHaveValue('Mine')
  await expect(dialog.getByRole('radio', { name: 'Author' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${account} saved.`)).toBeVisible()
  expect(await admin.user(account)).toMatchObject({ displayName: 'Mine', role: 'author' })
})

test('a deactivated account is out, and in again when activated', async ({ page, as, newPerson, server }) => {
  const person = await newPerson('author')
  const { account } = person
  const theirs = new Api(server.url, await new Api(server.url).signIn(person))
  await as('admin', `/admin/index?tab=users&filter=${account}`)
  await chooseForUser(page, account, 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${account} deactivated.`)).toBeVisible()
  await expect(row(page, account)).toContainText('Deactivated')
  await expect(theirs.call('GET', '/users/me')).rejects.toThrow(/401/)
  await expect(new Api(server.url).signIn(person)).rejects.toThrow(/login\.inactive/)
  await chooseForUser(page, account, 'Activate')
  await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
  await expect(row(page, account)).toContainText('Active')
  await new Api(server.url).signIn(person)
})

test('a reset password ends the sessions and is shown once', async ({ page, as, newPerson, server }) => {
  const person = await newPerson('author')
  const { account } = person
  const theirs = new Api(server.url, await new Api(server.url).signIn(person))
  await as('admin', `/admin/index?tab=users&filter=${account}`)
  await chooseForUser(page, account, 'Reset password')
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
  const shown = page.getByRole('dialog', { name: `One-time password for ${account}` })
  const password = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(theirs.call('GET', '/users/me')).rejects.toThrow(/401/)
  await expect(new Api(server.url).signIn(person)).rejects.toThrow(/401/)
  await new Api(server.url).signIn({ account, password })
})

test('the last administrator stays', async ({ page, as, expectComplaint }) => {
  expectComplaint(/status of 409/)
  await as('admin', '/admin/index?tab=users&role=admin&status=active')
  await page.getByRole('button', { name: 'More actions for admin', exact: true }).click()
  for (const [action, reason] of [
    ['Deactivate', 'You cannot deactivate your own account; another administrator can'],
    ['Reset password', 'Change your own password under My account'],
  ] as const) {
    const entry = page.getByRole('menuitem', { name: action })
    await expect(entry).toHaveAttribute('aria-disabled', 'true')
    await expect(entry).toHaveAccessibleDescription(reason)
  }
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit admin' })
  await dialog.getByRole('radio', { name: 'Reader' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The last active administrator must remain')
})

test('filter, order and page stand in the address and survive a reload', async ({
  page,
  as,
  admin,
  unique,
}) => {
  const group = unique('reader').replaceAll('.', '-')
  for (let number = 10; number < 22; number += 1) {
    const account = `${group}.${number}`
    await admin.call('POST', '/user-manage/createUser', {
      account,
      email: `${number}@test.example`,
      role: 'reader',
    })
  }
  await as('admin', '/admin/index?tab=users')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(group)
  await expect(page.getByText('1–10 of 12')).toBeVisible()
  // Each choice is in the address before the next: nobody chooses as fast as a program.
  await field(page, 'Role').selectOption('Reader')
  await expect(page).toHaveURL(/role=reader/)
  await field(page, 'Status').selectOption('Active')
  await expect(page).toHaveURL(/status=active/)
  await page.getByRole('columnheader', { name: 'Account' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Account' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText(`${group}.21`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('11–12 of 12')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(`${group}.11`)
  await page.reload()
  await expect(page.getByText('11–12 of 12')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue(group)
  await expect(field(page, 'Role')).toHaveValue('reader')
  await expect(field(page, 'Status')).toHaveValue('active')
  await expect(page.getByRole('columnheader', { name: 'Account' })).toHaveAttribute('aria-sort', 'descending')
  await field(page, 'Rows per page').selectOption('20')
  await expect(page.getByText('1–12 of 12')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(`${group}.nobody`)
  await expect(page.getByText('No matching users')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('row').filter({ hasText: people.reader.account })).toBeVisible()
})
