import { expect } from '@playwright/test'
import { Api, people } from './support/api'
import { chooseInAccountMenu } from './support/shell'
import { field, storedSession, test } from './support/test'

const locked = { level: 1, name: 'Screen locked' }

test('the token is gone while the screen is locked, and what was typed is there again', async ({
  page,
  as,
  server,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  await as('reader', '/operator-list/index')
  await page.getByRole('searchbox', { name: 'Search operators' }).fill('alpine')
  await page.getByRole('banner').getByRole('searchbox').fill('rotor brake')
  const { token } = await storedSession(page)
  await chooseInAccountMenu(page, 'Lock Account')

  await expect(page.getByRole('heading', locked)).toBeVisible()
  await expect(page.getByText('Alpine Rotor Services')).toBeHidden()
  expect(await storedSession(page)).toEqual({ token: null, user: null, role: null, locked: 'ruth.reader' })
  // The screen locks at once; the server hears of it a moment later, and every node within 5 s.
  const asBefore = new Api(server.url, token ?? '')
  await expect(() => expect(asBefore.call('GET', '/users/me')).rejects.toThrow(/401/)).toPass({
    timeout: 5_000,
  })

  await field(page, 'Password').fill('not-the-password')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Username or password error' })).toBeVisible()
  await field(page, 'Password').fill(people.reader.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('banner').getByRole('searchbox')).toHaveValue('rotor brake')
  await expect(page.getByRole('searchbox', { name: 'Search operators' })).toHaveValue('alpine')
  await expect(page.getByRole('row', { name: /Alpine Rotor Services/ })).toBeVisible()
})

test('a form left open by the keyboard waits behind the lock with its text', async ({
  page,
  as,
  expectComplaint,
}) => {
  // What was asked a moment before may be answered after the session has ended.
  expectComplaint(/status of 401/)
  await as('admin', '/operator-list/index?do=create')
  const dialog = page.getByRole('dialog', { name: 'New operator' })
  await field(dialog, 'Name').fill('Half typed')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command or search' }).fill('lock account')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', locked)).toBeVisible()
  await expect(dialog).toBeHidden()
  await field(page, 'Password').fill(people.admin.password)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(field(dialog, 'Name')).toHaveValue('Half typed')
})

test('the lock holds over a reload and in other tabs', async ({ page, as, context, expectComplaint }) => {
  // What was asked a moment before may be answered after the session has ended.
  expectComplaint(/status of 401/)
  await as('author')
  const other = await context.newPage()
  await other.goto('/#/operator-list/index')
  await expect(other.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
  await chooseInAccountMenu(page, 'Lock Account')
  await expect(other.getByRole('heading', locked)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', locked)).toBeVisible()
  await page.goto('/#/my/recent')
  await expect(page.getByRole('heading', locked)).toBeVisible()
})

test('somebody else can sign in instead', async ({ page, as, expectComplaint }) => {
  // What was asked a moment before may be answered after the session has ended.
  expectComplaint(/status of 401/)
  await as('author')
  await chooseInAccountMenu(page, 'Lock Account')
  await page.getByRole('button', { name: 'Sign in as someone else' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect.poll(async () => (await storedSession(page)).locked).toBeNull()
})
