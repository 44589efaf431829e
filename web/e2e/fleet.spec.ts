import { expect } from '@playwright/test'
import { field, test } from './support/test'

test('the fleet map of a manual names the alternate that each aircraft gets', async ({ page, as }) => {
  await as('reader', '/library/NV240/AMM?tab=fleet')
  const grid = page.getByRole('table', { name: 'Modules by aircraft' })
  await grid.getByRole('link').first().click()
  await expect(page).toHaveURL(/section=\d+/)
  await grid.getByRole('link', { name: /Fire protection/ }).click()
  const row = grid.getByRole('row', { name: /Fire extinguisher bottle - Replacement/ })
  await expect(row).toContainText('Fire extinguisher bottle, single')
  await expect(row.getByRole('cell', { name: /One module applies/ }).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Path in contents' }).getByRole('link').first().click()
  await expect(page).not.toHaveURL(/section=/)
})

test('what a new aircraft gets is previewed before it is saved', async ({ page, as, unique }) => {
  const code = unique('PV').replaceAll('.', '-').slice(-16)
  const registration = `QZ-${code}`.slice(0, 16)
  await as('admin', '/operator-list/index?do=create')
  const dialog = page.getByRole('dialog', { name: 'New operator' })
  await dialog.getByRole('button', { name: 'Add aircraft' }).click()
  const first = dialog.getByRole('group', { name: 'Aircraft 1' })
  await field(first, 'Registration').fill(registration)
  await field(first, 'Serial number').fill('1999')
  await field(first, 'Model').fill('NV240-1')
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  const preview = page.getByRole('dialog', { name: 'What changes for these aircraft' })
  const aircraft = preview.getByRole('region', { name: registration, exact: true })
  await expect(aircraft.getByText('Joins')).toBeVisible()
  await aircraft
    .getByRole('button', { name: /Modules added/ })
    .first()
    .click()
  await expect(
    aircraft.getByRole('list', { name: 'Modules added' }).getByRole('listitem').first(),
  ).toBeVisible()
  await preview.getByRole('button', { name: 'Close preview' }).click()
  await expect(field(first, 'Registration')).toHaveValue(registration)
})

test('a profile is added by hand, read, and deleted', async ({ page, as, unique }) => {
  const name = unique('Hoist').slice(-40)
  await as('admin', '/library/NV240/AMM?tab=details')
  const card = page.getByRole('region', { name: 'Profiles' })
  await card.getByRole('button', { name: 'Add profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add profile' })
  await field(dialog, 'Name').fill(name)
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await field(dialog, 'Property').selectOption('prodattr:model')
  await dialog.getByRole('checkbox', { name: 'NV240-2' }).check()
  await dialog.getByRole('button', { name: 'Add profile' }).click()
  await expect(card.getByRole('row', { name: new RegExp(name) })).toContainText('model = NV240-2')
  await card.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Delete profile' }).click()
  await expect(card.getByRole('row', { name: new RegExp(name) })).toBeHidden()
})
