import { expect } from '@playwright/test'
import { test } from './support/test'

test('a registration reaches the administrator, who follows it to the account', async ({
  page,
  as,
  newPerson,
  admin,
  unique,
}) => {
  const me = await newPerson('admin')
  const account = unique('pending')
  await admin.register(account)
  await as(me)
  await page.getByRole('button', { name: 'Messages, 1 unread' }).click()
  const dialog = page.getByRole('dialog', { name: 'Messages' })
  await dialog.getByRole('link', { name: `${account} requests an account` }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/#\/admin\/index/)
  await expect(page.getByRole('row', { name: new RegExp(account) })).toContainText('Pending')
})

test('messages are read one by one or all at once, and the count follows', async ({
  page,
  as,
  newPerson,
  admin,
  unique,
}) => {
  const me = await newPerson('admin')
  const [first, second, third] = [unique('pending'), unique('pending'), unique('pending')]
  for (const account of [first, second, third]) await admin.register(account)
  await as(me)
  await page.getByRole('button', { name: 'Messages, 3 unread' }).click()
  const dialog = page.getByRole('dialog', { name: 'Messages' })
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('listitem').first()).toContainText(third)
  await dialog.getByRole('button', { name: `Mark as read: ${second} requests an account` }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(dialog.getByRole('heading', { name: 'No unread messages' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'All' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'Messages, 0 unread' })).toBeVisible()
})

test('who has no messages is told where they will come', async ({ page, as, newPerson }) => {
  await as(await newPerson('reader'))
  await page.getByRole('button', { name: 'Messages, 0 unread' }).click()
  const dialog = page.getByRole('dialog', { name: 'Messages' })
  await expect(dialog.getByRole('heading', { name: 'No unread messages' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'All' }).click()
  await expect(dialog.getByText('No messages yet')).toBeVisible()
})
