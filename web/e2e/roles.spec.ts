import { expect } from '@playwright/test'
import { groupEntries, sidebar } from './support/shell'
import { load, test } from './support/test'

for (const role of ['reader', 'author', 'approver'] as const) {
  test(`the ${role} has no Admin link and no administration, reads operators and cannot change them`, async ({
    page,
    as,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await as(role, '/admin/index?tab=users')
    await expect(page.getByText('For administrators only')).toBeVisible()
    await expect(page.getByText(/Contact an administrator/)).toBeVisible()
    await expect(groupEntries(page, 'More')).toHaveText(['Information', 'Help', 'My Account', 'Logout'])
    expect(asked.filter((path) => /queryAllUsers|audit|system/.test(path))).toEqual([])
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()

    await load(page, '/operator-list/index')
    const add = page.getByRole('button', { name: 'Add operator' })
    await expect(add).toHaveAttribute('aria-disabled', 'true')
    await add.focus()
    await expect(add).toHaveAccessibleDescription('Only an administrator can change operators.')
    await add.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Delete Alpine Rotor Services' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'View Alpine Rotor Services' }).click()
    const dialog = page.getByRole('dialog', { name: 'Alpine Rotor Services' })
    await expect(dialog.getByText('Read-only')).toBeVisible()
    await expect(dialog.getByRole('row', { name: /HB-ZQA/ })).toBeVisible()
    await expect(dialog.getByRole('textbox')).toHaveCount(0)
    await page.goto('/#/operator-list/index?do=create')
    await expect(page.getByRole('row', { name: /Alpine Rotor Services/ })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('a reader finds the create entries of the sidebar closed, with the reason', async ({ page, as }) => {
  await as('reader', '/library/all')
  const create = sidebar(page).getByRole('button', { name: 'Create Database' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(create).toHaveAccessibleDescription('You do not have permission to add to the library')
  // The databases move the entries below them when they come.
  await expect(sidebar(page).getByRole('link', { name: 'NV240 Norvane' })).toBeVisible()
  await sidebar(page).getByRole('button', { name: 'Compliance' }).click()
  await expect(sidebar(page).getByRole('link', { name: 'Compliance overview' })).toBeVisible()
  await expect(sidebar(page).getByText('Create New Compliance Info')).toHaveCount(0)
})

test('an author finds the create entries of the sidebar open', async ({ page, as }) => {
  await as('author', '/library/all')
  await sidebar(page).getByRole('button', { name: 'Create Database' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Database' })).toBeVisible()
})

test('a role taken away holds at once', async ({ page, as, admin, newPerson, expectComplaint }) => {
  expectComplaint(/status of 403/)
  const person = await newPerson('admin')
  await as(person, '/admin/index')
  await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
  await admin.call('POST', '/user-manage/updateUser', {
    ...(await admin.user(person.account)),
    role: 'reader',
  })
  await page.reload()
  await expect(page.getByText('For administrators only')).toBeVisible()
})
