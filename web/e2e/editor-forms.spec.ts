import { expect, type Page } from '@playwright/test'
import { Api, type Person } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, load, speak, test } from './support/test'

const source = (page: Page) => page.locator('.ed-source').getByRole('textbox')
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d:\d\d$/)

/** Checks a module out for an author and opens it in the source view. */
async function open(page: Page, server: { url: string }, author: Person, path: string): Promise<void> {
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  await api.call('POST', `/files/checkout/default${path}`)
  await load(page, `/editor?path=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(source(page)).toBeVisible()
}

async function openForm(page: Page, name: string) {
  await page.getByRole('button', { name: 'Forms', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  return page.getByRole('dialog', { name, exact: true })
}

test('an author changes metadata in a form, and undo takes it back', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '/NV240/AMM/DMC-NV240-A-05-50-00-00A-310A-A_en-US.XML')
  const dialog = await openForm(page, 'Metadata')
  await field(dialog, 'Information name').fill('Inspection & checks')
  await dialog.getByRole('button', { name: 'Add reason' }).click()
  await field(dialog, 'Reason 1').fill('New words')
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(saved(page)).toBeVisible()
  await source(page).press('ControlOrMeta+Home')
  await expect(source(page)).toContainText('<infoName>Inspection &amp; checks</infoName>')
  await source(page).press('ControlOrMeta+z')
  await expect(source(page)).not.toContainText('Inspection &amp; checks')
})

test('an author builds an applicability and sees its aircraft', async ({ page, as, newPerson, server }) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '/NV240/AMM/DMC-NV240-A-24-31-01-00A-520A-A_en-US.XML')
  const dialog = await openForm(page, 'Applicability of the module')
  const applies = dialog.getByText(/^Applies to \d+ of \d+ (aircraft|products)$/)
  await expect(applies).toHaveText(/^Applies to 4 of 4 /)
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await expect(applies).toBeHidden()
  const property = field(dialog, 'Property')
  await property.selectOption('prodattr:model')
  await dialog.getByRole('checkbox', { name: 'NV240-2' }).check()
  await expect(applies).toHaveText(/^Applies to 2 of 4 /)
  await dialog.getByRole('button', { name: 'Use as text' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(saved(page)).toBeVisible()
  const again = await openForm(page, 'Applicability of the module')
  await expect(again.getByRole('checkbox', { name: 'NV240-2' })).toBeChecked()
})

test('an author chooses the image of a figure', async ({ page, as, newPerson, server }) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '/NV240/AMM/DMC-NV240-A-62-11-01-00A-941A-D_en-US.XML')
  await source(page).press('ControlOrMeta+f')
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('infoEntityIdent')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  const dialog = await openForm(page, 'Image')
  await dialog.getByRole('button', { name: 'Choose image 1 from media' }).click()
  const picker = page.getByRole('dialog', { name: 'Media', exact: true })
  await picker.getByRole('button', { name: /00005-A-001-01/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(saved(page)).toBeVisible()
  await source(page).press('ControlOrMeta+Home')
  await expect(source(page)).toContainText('<!ENTITY ICN-NV240-A-282101-0-NVR01-00005-A-001-01 SYSTEM')
})

test('an author is warned when a MEL item allows more than the MMEL', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '/NV240/MMEL/DMC-NV240-A-25-63-01-00A-180A-A_en-US.XML')
  const dialog = await openForm(page, 'MEL item')
  await expect(dialog.getByRole('region', { name: 'MMEL item' })).toContainText('Category C')
  await field(dialog, 'Repair category').selectOption('D')
  await expect(dialog.getByText('Less restrictive than the MMEL')).toBeVisible()
  await field(dialog, 'Repair category').selectOption('B')
  await expect(dialog.getByText('Less restrictive than the MMEL')).toBeHidden()
  await dialog.getByRole('button', { name: 'Move proviso b up' }).click()
  await expect(dialog.getByRole('button', { name: 'Move proviso a up' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog).toBeHidden()
  await expect(saved(page)).toBeVisible()
  await expect(source(page)).toContainText('<repairCategory>B</repairCategory>')
})

test('the forms speak Chinese and fit a narrow window', async ({ page, as, newPerson, server }) => {
  const author = await newPerson('author')
  await as(author)
  const path = '/NV240/MMEL/DMC-NV240-A-52-71-01-00A-180A-A_en-US.XML'
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  await api.call('POST', `/files/checkout/default${path}`)
  await speak(page, 'zh-CN')
  await page.setViewportSize({ width: 390, height: 800 })
  await load(page, `/editor?path=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: '表单', exact: true }).click()
  await page.getByRole('menuitem', { name: 'MEL 项目', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'MEL 项目' })
  await expect(dialog.getByLabel('项目号')).toHaveValue('52-71-01')
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
})
