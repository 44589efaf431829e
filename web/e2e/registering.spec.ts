import { expect } from '@playwright/test'
import { field, forgetAll, signInByForm, test } from './support/test'

test('who requests an account can sign in when the administrator has activated it', async ({
  page,
  as,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  const person = { account: unique('pending'), password: 'a-good-password' }
  await page.goto('/#/pages/login')
  await page.getByRole('link', { name: 'Request an account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Request an account' })).toBeVisible()
  await field(page, 'Account').fill(person.account)
  await field(page, 'Name').fill('Petra Lang')
  await field(page, 'Email').fill('petra@test.example')
  await field(page, 'Password').fill(person.password)
  await field(page, 'Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(`Request for ${person.account} received`)).toBeVisible()

  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInByForm(page, person)
  await expect(page.getByRole('alert')).toHaveText('Username or password error')

  await as('admin', `/admin/index?tab=users&filter=${person.account}`)
  await page.getByRole('button', { name: `Activate ${person.account}` }).click()
  const dialog = page.getByRole('dialog', { name: `Activate ${person.account}` })
  await expect(dialog.getByText('Petra Lang (petra@test.example)')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Author' }).check()
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText(`${person.account} activated.`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(person.account) })).toContainText('Author')

  await forgetAll(page)
  await page.goto('/#/pages/login')
  await signInByForm(page, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Petra Lang' })).toBeVisible()
})

test('a rejected request is gone and its name can be asked for again', async ({
  page,
  as,
  admin,
  unique,
}) => {
  const account = unique('rejected')
  await admin.register(account)
  await as('admin', `/admin/index?tab=users&filter=${account}`)
  await page.getByRole('button', { name: `More actions for ${account}` }).click()
  await page.getByRole('menuitem', { name: 'Reject request' }).click()
  const dialog = page.getByRole('dialog', { name: `Reject request of ${account}` })
  await dialog.getByRole('button', { name: 'Reject request' }).click()
  await expect(page.getByText(`Request of ${account} rejected.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No matching users' })).toBeVisible()

  await page.goto(`/#/admin/index?tab=audit&subject=${account}`)
  await expect(page.getByRole('row').filter({ hasText: 'Request rejected' })).toContainText('admin')
  await admin.register(account)
})

test('a bad address and a common password are told at their fields; a taken account is not told', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 400/)
  await page.goto('/#/pages/register')
  await field(page, 'Account').fill('Ruth.Reader')
  await field(page, 'Email').fill('nowhere')
  await field(page, 'Password').fill('Password123')
  await field(page, 'Confirm password').fill('Password123')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/not an email address/)
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/one of the most common passwords/)
  await expect(field(page, 'Account')).toHaveValue('Ruth.Reader')
  await field(page, 'Email').fill('ruth@test.example')
  await field(page, 'Password').fill('a-good-password')
  await field(page, 'Confirm password').fill('a-good-password')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByRole('heading', { name: 'Request for Ruth.Reader received' })).toBeVisible()
})

test('what is missing is told before anything is sent', async ({ page }) => {
  await page.goto('/#/pages/register')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(field(page, 'Account')).toHaveAccessibleDescription(/Account is empty/)
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Email is empty/)
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/Password is empty/)
})
