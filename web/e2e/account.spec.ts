import { expect, type Page } from '@playwright/test'
import { Api } from './support/api'
import { chooseInMore } from './support/shell'
import { field, test } from './support/test'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'My account' })

async function openAccount(page: Page, tab?: string) {
  await chooseInMore(page, 'My Account')
  const dialog = dialogOf(page)
  if (tab) await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

test('the fields are locked until the edit icon is chosen', async ({ page, as }) => {
  await as('reader')
  const dialog = await openAccount(page)
  await expect(dialog.getByRole('tab').nth(0)).toHaveText('Account Details')
  await expect(dialog.getByRole('tab').nth(1)).toHaveText('Password')
  await expect(field(dialog, 'Account')).toHaveValue('ruth.reader')
  await expect(field(dialog, 'Email')).not.toBeEditable()
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expect(field(dialog, 'Email')).toBeEditable()
  await expect(field(dialog, 'Account')).not.toBeEditable()
  await dialog.getByRole('tab', { name: 'Password' }).click()
  await expect(field(dialog, 'Old password')).toBeEditable()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('an empty email is refused with the message of the specification', async ({ page, as }) => {
  await as('reader')
  const dialog = await openAccount(page)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await field(dialog, 'Email').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field(dialog, 'Email')).toHaveAccessibleDescription('Email is empty')
})

test('empty passwords are refused with the messages of the specification', async ({ page, as }) => {
  await as('reader')
  const dialog = await openAccount(page, 'Password')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field(dialog, 'Old password')).toHaveAccessibleDescription('Old password is empty')
  await expect(field(dialog, 'New password')).toHaveAccessibleDescription(/^New password is empty/)
  await expect(field(dialog, 'Confirm password')).toHaveAccessibleDescription('Confirm password is empty')
})

test('name and email are saved and shown', async ({ page, as, newPerson, admin }) => {
  const person = await newPerson('author')
  await as(person)
  const dialog = await openAccount(page)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await field(dialog, 'Name').fill('Zoë 林')
  await field(dialog, 'Email').fill('zoe@test.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Account details saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Zoë 林' })).toBeVisible()
  expect(await admin.user(person.account)).toMatchObject({ displayName: 'Zoë 林', email: 'zoe@test.example' })
})

test('a failed save says why and keeps what was typed', async ({ page, as, newPerson, expectComplaint }) => {
  expectComplaint(/status of (400|500)/)
  await as(await newPerson('author'))
  const dialog = await openAccount(page)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await field(dialog, 'Name').fill('Typed name')
  await field(dialog, 'Email').fill('no address')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field(dialog, 'Email')).toHaveAccessibleDescription('This is not an email address')
  await field(dialog, 'Email').fill('good@test.example')
  await page.route('**/updateUserSelf', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server responded with 500')
  await expect(field(dialog, 'Name')).toHaveValue('Typed name')
  await expect(field(dialog, 'Email')).toHaveValue('good@test.example')
  await page.unroute('**/updateUserSelf')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Account details saved.')).toBeVisible()
})

test('changing the password ends the other sessions and keeps this one', async ({
  page,
  as,
  newPerson,
  server,
  expectComplaint,
}) => {
  expectComplaint(/status of 400/)
  const person = await newPerson('author')
  const other = new Api(server.url, await new Api(server.url).signIn(person))
  await as(person)
  const dialog = await openAccount(page, 'Password')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await field(dialog, 'Old password').fill('not-my-password')
  await field(dialog, 'New password').fill('brand-new-password')
  await field(dialog, 'Confirm password').fill('brand-new-passwort')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field(dialog, 'Confirm password')).toHaveAccessibleDescription('The two passwords differ')
  await field(dialog, 'Confirm password').fill('brand-new-password')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field(dialog, 'Old password')).toHaveAccessibleDescription('The old password is wrong')
  await field(dialog, 'Old password').fill(person.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()

  await expect(other.call('GET', '/users/me')).rejects.toThrow(/401/)
  await page.goto('/#/operator-list/index')
  await expect(page.getByRole('row', { name: /Alpine Rotor Services/ })).toBeVisible()
  await new Api(server.url).signIn({ account: person.account, password: 'brand-new-password' })
})

test('signing out everywhere ends the other sessions and this one', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const person = await newPerson('author')
  const other = new Api(server.url, await new Api(server.url).signIn(person))
  await as(person)
  const dialog = await openAccount(page, 'Password')
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(other.call('GET', '/users/me')).rejects.toThrow(/401/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('preferences hold: language, page size and the kinds of messages', async ({
  page,
  as,
  newPerson,
  admin,
}) => {
  const person = await newPerson('reader')
  await as(person)
  const dialog = await openAccount(page, 'Preferences')
  await dialog.getByRole('radio', { name: '中文' }).check()
  await field(dialog, 'Rows per page').selectOption('50')
  await dialog.getByRole('checkbox', { name: /^Tasks/ }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(person.account) })).toBeVisible()
  await expect
    .poll(async () => (await admin.user(person.account)).preferences)
    .toMatchObject({ locale: 'zh-CN', pageSize: 50, notifyByKind: { jobs: false, accounts: true } })
})

test('typed text is not lost by a click beside the dialog', async ({ page, as }) => {
  await as('reader')
  const dialog = await openAccount(page)
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await field(dialog, 'Name').fill('Half typed')
  await page.mouse.click(5, 500)
  await page.keyboard.press('Escape')
  await expect(field(dialog, 'Name')).toHaveValue('Half typed')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await openAccount(page)
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 500)
  await expect(dialog).toBeHidden()
})
