import { expect } from '@playwright/test'
import { MailServer } from './support/mailServer'
import { chooseInMore } from './support/shell'
import { field, load, test } from './support/test'

test('an administrator sets mail up, tests it, and gets a notification by mail', async ({
  page,
  as,
  newPerson,
  admin,
  unique,
}) => {
  const server = await MailServer.start()
  const me = await newPerson('admin')
  await as(me, '/admin/index?tab=mail')
  await page.getByRole('checkbox', { name: 'Send notifications by email' }).check()
  await field(page, 'Server').fill('127.0.0.1')
  await field(page, 'Port').fill(String(server.port))
  await page.getByRole('combobox', { name: 'Encryption' }).selectOption({ label: 'None' })
  await field(page, 'Sender address').fill('airfolio@example.com')
  await field(page, 'Address of Airfolio').fill('https://airfolio.example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mail settings saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText(/^Test mail sent to /)).toBeVisible()
  expect(server.mails.filter((mail) => mail.includes('Subject: Airfolio: test mail'))).toHaveLength(1)

  await chooseInMore(page, 'My Account')
  const account = page.getByRole('dialog', { name: 'My account' })
  await account.getByRole('tab', { name: 'Preferences' }).click()
  await account.getByRole('combobox', { name: /^Accounts/ }).selectOption({ label: 'At once' })
  await account.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Preferences saved.')).toBeVisible()
  const newcomer = unique('pending')
  await admin.register(newcomer)
  const arrived = () => server.mails.filter((mail) => mail.includes(`${newcomer} requests an account`))
  await expect.poll(() => arrived().length, { timeout: 15_000 }).toBe(1)
  expect(arrived()[0]).toContain('https://airfolio.example.com/#/admin/index?tab=users')

  await load(page, '/admin/index?tab=mail')
  await expect(page.getByRole('row', { name: new RegExp(me.account) })).toContainText('Sent')
  await page.getByRole('checkbox', { name: 'Send notifications by email' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mail settings saved.')).toBeVisible()
  await server.stop()
})
