import { expect, type Page } from '@playwright/test'
import { sidebar } from './support/shell'
import { field, test } from './support/test'

const tree = (page: Page) => page.getByRole('tree', { name: 'Folder tree' })
const node = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const nameOf = (text: string) => text.replaceAll('.', '-')

test('an author creates a database and a manual in it, and finds both in sidebar, tree and pages', async ({
  page,
  as,
  unique,
}) => {
  const database = nameOf(unique('DB'))
  await as('author', '/library/all')
  await sidebar(page).getByRole('button', { name: 'Create Database' }).click()
  const first = dialog(page, 'Create New Database')
  await expect(field(first, 'Database Type')).toHaveValue('H160')
  await field(first, 'Name').fill(database)
  await expect(field(first, 'Display name')).toHaveValue(database)
  await first.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(new RegExp(`#/library/${database}$`))
  await expect(page.getByText(`${database} created.`)).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: database })).toHaveAttribute('aria-current', 'page')
  await expect(node(page, database)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'No manuals yet' })).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'Create manual' }).first().click()
  const second = dialog(page, `Create New Manual in ${database}`)
  await expect(field(second, 'Manual Type')).toHaveValue('MEL')
  await expect(second.getByRole('radio', { name: 'With OEM version' })).toBeChecked()
  await field(second, 'Name').fill('MEL')
  await second.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(new RegExp(`#/library/${database}/MEL$`))
  await expect(page.getByRole('heading', { level: 1, name: 'MEL' })).toBeVisible()
  await expect(node(page, 'MEL')).toHaveAttribute('aria-selected', 'true')
  const way = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(way.getByRole('listitem')).toHaveText(['', 'Library', database, 'MEL'])
})

test('a manual without OEM is self-edited, about no aircraft and needs no approval', async ({
  page,
  as,
  admin,
  unique,
}) => {
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await as('author', `/library/${database}`)
  await node(page, database)
    .getByRole('button', { name: `Create manual in ${database}` })
    .click()
  const form = dialog(page, `Create New Manual in ${database}`)
  await form.getByRole('radio', { name: 'Without OEM version' }).click()
  await expect(field(form, 'Manual Type')).toHaveValue('SELF')
  await expect(form.getByRole('radio', { name: 'No' })).toBeChecked()
  await expect(field(form, 'Model')).toBeDisabled()
  await expect(field(form, 'Model')).toHaveValue('ATA2300')
  await expect(field(form, 'Approval required')).toHaveValue('no')
  await field(form, 'Name').fill('OPS')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'OPS' })).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByText('Without OEM version')).toBeVisible()
})

test('a wrong name is told while it is typed, and a taken one at its field', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 4(00|09)/)
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await as('author', '/library/all')
  await page.getByRole('main').getByRole('button', { name: 'Create Database' }).first().click()
  const form = dialog(page, 'Create New Database')
  const create = form.getByRole('button', { name: 'Create' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await field(form, 'Name').fill('H 160')
  await expect(field(form, 'Name')).toHaveAccessibleDescription(/space character is not allowed/)
  await field(form, 'Name').fill('H/160')
  await expect(field(form, 'Name')).toHaveAccessibleDescription(
    /only letters, numbers, hyphen, underscore and plus are allowed/,
  )
  for (const refused of [database.toLowerCase(), 'MULTIMEDIA']) {
    await field(form, 'Name').fill(refused)
    await create.click()
    await expect(field(form, 'Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(form, 'Name')).toHaveValue(refused)
  }
})

test('a new displayed name shows everywhere; the address stays', async ({ page, as, admin, unique }) => {
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await as('author', `/library/${database}`)
  await page.getByRole('main').getByRole('button', { name: 'Rename' }).click()
  const form = dialog(page, 'Rename database')
  await field(form, 'Display name').fill(`Fleet of ${database}`)
  await form.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Operation successful!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Fleet of ${database}` })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: `Fleet of ${database}` })).toBeVisible()
  await expect(node(page, `Fleet of ${database}`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`#/library/${database}$`))
})

test('an administrator deletes a manual and then its database, which leads to the dashboard', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  // The news that it is gone may come before the page has left it.
  expectComplaint(/status of 404/)
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  await as('admin', `/library/${database}/MEL`)
  await page.getByRole('main').getByRole('button', { name: 'Actions for MEL' }).click()
  await page.getByRole('menuitem', { name: 'Delete MEL' }).click()
  await expect(
    dialog(page, 'Delete manual').getByText(/You can restore the content under Admin/),
  ).toBeVisible()
  await dialog(page, 'Delete manual').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(new RegExp(`#/library/${database}$`))
  await expect(page.getByText('Operation successful!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No manuals yet' })).toBeVisible()

  await node(page, database)
    .getByRole('button', { name: `Delete database ${database}` })
    .click()
  await dialog(page, 'Delete database').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(sidebar(page).getByText(database)).toHaveCount(0)
})

test('a manual without a package says that it is unavailable', async ({ page, as, admin, unique }) => {
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  await as('reader', `/library/${database}`)
  await node(page, 'MEL').click()
  const words = 'Manual unavailable. Please import an OEM package.'
  await expect(page.getByRole('log').or(page.getByRole('alert')).filter({ hasText: words })).toBeVisible()
  await page.getByRole('tab', { name: 'Contents' }).click()
  await expect(page.getByRole('heading', { name: words })).toBeVisible()
})

test('the folder tree is walked by the keyboard alone', async ({ page, as, admin, unique }) => {
  const database = nameOf(unique('KEY'))
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  await admin.addManual(database, 'FCOM')
  await as('author', '/library/all')
  await expect(tree(page).getByRole('treeitem').first()).toBeVisible()
  await tree(page).focus()
  await page.keyboard.press('k')
  const active = () =>
    tree(page).evaluate((element) =>
      document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent?.trim(),
    )
  await expect.poll(active).toBe(database)
  await page.keyboard.press('ArrowRight')
  await expect(node(page, database)).toHaveAttribute('aria-expanded', 'true')
  await expect(node(page, 'MEL')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('m')
  await expect.poll(active).toBe('MEL')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/library/${database}/MEL$`))
  await expect(page.getByRole('heading', { level: 1, name: 'MEL' })).toBeVisible()
  await expect(node(page, 'MEL')).toHaveAttribute('aria-selected', 'true')
  await expect(tree(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(active).toBe(database)
  await page.keyboard.press('Tab')
  await expect(
    node(page, database).getByRole('button', { name: `Create manual in ${database}` }),
  ).toBeFocused()
})

test('a reader sees the library, and why nothing in it can be changed', async ({
  page,
  as,
  admin,
  unique,
}) => {
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  await as('reader', `/library/${database}`)
  await expect(page.getByRole('row', { name: /MEL/ })).toBeVisible()
  const create = node(page, database).getByRole('button', { name: `Create manual in ${database}` })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.hover()
  await expect(create).toHaveAccessibleDescription('You do not have permission to add to the library')
  for (const name of ['Create manual', 'Rename', 'Rename MEL', 'Delete MEL']) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(page.getByRole('button', { name: /^Delete database/ })).toHaveCount(0)
})

test('an author may delete a manual but no database', async ({ page, as, admin, unique }) => {
  const database = nameOf(unique('DB'))
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  await as('author', `/library/${database}`)
  await expect(page.getByRole('button', { name: 'Delete MEL' })).not.toHaveAttribute('aria-disabled')
  await expect(page.getByRole('button', { name: /^Delete database/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete MEL' }).click()
  await dialog(page, 'Delete manual').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Operation successful!')).toBeVisible()
})

test('an address of nothing says so and leads back', async ({ page, as }) => {
  await as('reader', '/library/NOWHERE/MEL')
  await expect(page.getByRole('heading', { level: 1, name: 'Manual /NOWHERE/MEL not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the library' }).click()
  await expect(page).toHaveURL(/#\/library\/all$/)
})

test('on a narrow window the chosen tab of a manual is in view', async ({ page, as }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await as('reader', '/library/NV240/MMEL?tab=details')
  await expect(page.getByRole('button', { name: 'Manual sections: Details' })).toBeInViewport({ ratio: 0.9 })
})

test('the text of a manual begins near the top, also below a pending revision', async ({ page, as }) => {
  for (const [width, height, part] of [
    [1440, 900, 4],
    [390, 844, 3],
  ] as const) {
    await page.setViewportSize({ width, height })
    await as('reader', '/library/NV240/MMEL')
    await expect(page.getByText('OEM revision 3 received: pending decision')).toBeVisible()
    const text = await page.locator('.rd-article').boundingBox()
    expect(text?.y).toBeLessThan(height / part)
  }
})

test('an ATA chapter leads to the manuals that have it, and to their modules', async ({ page, as }) => {
  await as('reader', '/library/all')
  await page.getByRole('tab', { name: 'ATA chapters' }).click()
  await page.getByRole('link', { name: /^28 Fuel/ }).click()
  const manuals = page.getByRole('region', { name: '28 Fuel' })
  await manuals.getByRole('link', { name: /^NV240\/AMM/ }).click()
  await expect(page).toHaveURL(/#\/search\/index\?search=&sort=code&ataChapter=28&manualName=NV240%2FAMM/)
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('link').first()).toBeVisible()
})

test('on a telephone every row keeps its actions', async ({ page, as }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await as('admin', '/library/NV240')
  await page.getByRole('button', { name: 'Actions for AMM' }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'New module in AMM',
    'Find and replace in AMM',
    'Module templates of AMM',
    'Rename AMM',
    'Delete AMM',
  ])
  await page.getByRole('menuitem', { name: 'Rename AMM' }).press('Enter')
  await expect(dialog(page, 'Rename manual')).toBeVisible()
})

test('on a telephone databases and operators keep their actions too', async ({ page, as }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await as('admin', '/library/all')
  await page.getByRole('main').getByRole('button', { name: 'Actions for NV240 Norvane' }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Create manual in NV240 Norvane',
    'Rename NV240 Norvane',
    'Delete database NV240 Norvane',
  ])
  await page.getByRole('menuitem', { name: 'Create manual in NV240 Norvane' }).press('Enter')
  await expect(dialog(page, /^Create New Manual in NV240/)).toBeVisible()

  await as('admin', '/operator-list/index')
  await page.getByRole('button', { name: 'Actions for Azure Bay Helicopters' }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit Azure Bay Helicopters',
    'House style of Azure Bay Helicopters',
    'Delete Azure Bay Helicopters',
  ])
  await page.getByRole('menuitem', { name: 'Edit Azure Bay Helicopters' }).press('Enter')
  await expect(dialog(page, 'Operator Azure Bay Helicopters')).toBeVisible()
})
