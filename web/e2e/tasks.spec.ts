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
  await expect(task.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(5)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('ZIP import')
  await expect(row).toBeVisible()
  await page.getByRole('switch', { name: 'New' }).click()
  await expect(page.getByText('No matching tasks')).toBeVisible()
})

test('the end of a task is told once, also after a reload', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/import/index')
  await upload(page, 'once.zip', demoPackage('mmel-r1'))
  await expect(banner(page, 'Ready to import !')).toBeVisible(slow)
  await page.reload()
  await expect(page.getByRole('row', { name: /once\.zip/ })).toBeVisible()
  await expect(banner(page, 'Ready to import !')).toHaveCount(0)
})

test('failures name their package and leave the buttons of a dialog alone', async ({
  page,
  as,
  newPerson,
}) => {
  await as(await newPerson('author'), '/import/index')
  for (const name of ['first.zip', 'second.zip']) {
    await upload(page, name, demoPackage('amm').subarray(0, 4000))
    await expect(banner(page, name)).toContainText('Unable to unzip the uploaded ZIP file', slow)
  }
  for (const { open, ...viewport } of [
    { width: 1440, height: 900, open: 2 },
    { width: 390, height: 700, open: 1 },
  ]) {
    await page.setViewportSize(viewport)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(dialog).toBeVisible()
    const told = page.locator('.af-alerts .af-alert')
    await expect(told).toHaveCount(1)
    await expect(told).toContainText('second.zip')
    await expect(told).toContainText('+1')
    await expect(async () => {
      const [above, below] = [await told.boundingBox(), await dialog.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }).toPass()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(told).toHaveCount(open)
  }
  await page.keyboard.press('m')
  await expect(banner(page, 'second.zip').getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(banner(page, 'second.zip')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('.af-alerts .af-alert')).toHaveCount(0)
})
