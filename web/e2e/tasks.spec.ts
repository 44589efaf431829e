import { expect } from '@playwright/test'
import { banner, upload } from './support/imports'
import { test } from './support/test'
import { demoPackage } from './support/zip'

const slow = { timeout: 30_000 }

test('every task is listed with its status, and can be opened and filtered', async ({
  page,
  as,
  newPerson,
}) => {
  const author = await newPerson('author')
  await as(author, '/import/index')
  await upload(page, 'listed.zip', demoPackage('mmel-r1'))
  await expect(banner(page, 'Ready to import !')).toBeVisible(slow)
  await page.goto('/#/all-tasks/index?keyword=listed')
  const row = page.getByRole('row', { name: /listed\.zip/ })
  await expect(row.getByText('Completed')).toBeVisible()
  await expect(row.getByText(author.account)).toBeVisible()
  await row.getByRole('button', { name: 'Package check' }).first().click()
  const task = page.getByRole('dialog', { name: 'Package check' })
  await expect(task.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Confirm OEM')
  await expect(page.getByText('No task matches')).toBeVisible()
})

test('the end of a task is told once, also after a reload', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/import/index')
  await upload(page, 'once.zip', demoPackage('mmel-r1'))
  await expect(banner(page, 'Ready to import !')).toBeVisible(slow)
  await page.reload()
  await expect(page.getByRole('row', { name: /once\.zip/ })).toBeVisible()
  await expect(banner(page, 'Ready to import !')).toHaveCount(0)
})
