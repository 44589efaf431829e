import { expect, type Page, type Route } from '@playwright/test'
import { banner, choose, upload } from './support/imports'
import { sidebar } from './support/shell'
import { field, load, test } from './support/test'
import { demoPackage } from './support/zip'

const nameOf = (text: string) => text.replaceAll('.', '-')
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Counts what the page asks the server to do. */
function countRequests(page: Page, method: string, path: RegExp): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count += 1
  })
  return () => count
}

test('a double click creates, imports and deletes once', async ({
  page,
  as,
  newPerson,
  unique,
  expectComplaint,
}) => {
  // The news that it is gone may come before the page has left it.
  expectComplaint(/status of 404/)
  const databases = countRequests(page, 'POST', /\/csdb$/)
  const manuals = countRequests(page, 'POST', /\/csdb\/manual$/)
  const uploads = countRequests(page, 'POST', /\/vault\/files\//)
  const jobs = countRequests(page, 'POST', /\/jobs$/)
  const deletes = countRequests(page, 'DELETE', /\/csdb/)
  const [database, manual] = [nameOf(unique('TWICE')), nameOf(unique('AMM'))]
  await as(await newPerson('admin'), '/library/all')

  await sidebar(page).getByRole('button', { name: 'Create Database' }).click()
  await field(dialog(page, 'Create New Database'), 'Name').fill(database)
  await dialog(page, 'Create New Database').getByRole('button', { name: 'Create' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: database })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Create manual' }).first().click()
  const form = dialog(page, `Create New Manual in ${database}`)
  await field(form, 'Name').fill(manual)
  await form.getByRole('button', { name: 'Create' }).dblclick()
  await expect(page.getByRole('heading', { level: 1, name: manual })).toBeVisible()

  await load(page, '/import/index')
  await page
    .locator('main input[type="file"]')
    .setInputFiles({ name: 'twice.zip', mimeType: 'application/zip', buffer: demoPackage('amm') })
  await dialog(page, 'Import a package').getByRole('button', { name: 'Import' }).dblclick()
  await banner(page, 'Ready to import !').getByRole('button', { name: 'Open the importer' }).click()
  const importer = dialog(page, 'Import Manual in Library')
  await importer.getByRole('button', { name: 'Choose another manual' }).click()
  // The databases of other tests may stand above it; only those in view are drawn.
  await importer.getByRole('tree').press('End')
  const shelf = importer.getByRole('treeitem', { name: database })
  await shelf.click()
  if ((await shelf.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('ArrowRight')
  await importer.getByRole('treeitem', { name: manual }).click()
  await importer.getByRole('button', { name: 'Import', exact: true }).dblclick()
  await expect(banner(page, 'Import Successful !')).toBeVisible()

  await load(page, `/library/${database}`)
  await page.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog(page, 'Delete database').getByRole('button', { name: 'Delete' }).dblclick()
  await expect(page).toHaveURL(/#\/dashboard$/)
  expect([databases(), manuals(), uploads(), jobs(), deletes()]).toEqual([1, 1, 1, 2, 1])
})

test('who reads a manual that another deletes learns it, and finds the way back', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/)
  const database = nameOf(unique('SHARED'))
  await admin.addDatabase(database)
  await admin.addManual(database, 'MEL')
  await as('reader', `/library/${database}/MEL`)
  await expect(page.getByRole('heading', { level: 1, name: 'MEL', exact: true })).toBeVisible()
  await admin.call('DELETE', `/csdb/manual?csdbName=${database}&manualName=MEL`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Manual /${database}/MEL not found` }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Go to the library' }).click()
  await expect(page).toHaveURL(/#\/library\/all$/)
})

test('of two people who create the same database one is told at the name', async ({
  page,
  as,
  admin,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const database = nameOf(unique('RACE'))
  await as('author', '/library/all')
  await sidebar(page).getByRole('button', { name: 'Create Database' }).click()
  const form = dialog(page, 'Create New Database')
  await field(form, 'Name').fill(database)
  await admin.addDatabase(database)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(field(form, 'Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(form, 'Name')).toHaveValue(database)
  await field(form, 'Name').fill(`${database}-2`)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${database}-2` })).toBeVisible()
})

test('back and forward walk through tabs and modules of a manual', async ({ page, as }) => {
  await as('reader', '/library/NV240/AMM')
  await page.getByRole('tab', { name: 'Modules' }).click()
  const module = page.getByRole('row', { name: /DMC-/ }).getByRole('link').first()
  const title = (await module.textContent()) ?? ''
  await module.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Modules', selected: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Read', selected: true })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('a reload in the middle of the import loses nothing', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/import/index')
  await upload(page, 'half-way.zip', demoPackage('mmel-r1'))
  await banner(page, 'Ready to import !').getByRole('button', { name: 'Open the importer' }).click()
  const importer = dialog(page, 'Import Manual in Library')
  await importer.getByRole('button', { name: 'Choose another manual' }).click()
  await page.reload()
  await expect(importer).toBeHidden()
  await page.getByRole('link', { name: 'half-way.zip' }).click()
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect(importer.getByRole('button', { name: 'Choose another manual' })).toBeVisible()
})

test('an upload goes on while the user is elsewhere in the application', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/import/index')
  const held: Route[] = []
  await page.route('**/vault/files/*', (route) => void held.push(route))
  await choose(page, 'slow.zip', demoPackage('amm'))
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect(panel).toBeVisible()
  await page.goto('/#/library/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible()
  await expect(panel).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  await held[0]?.continue()
  await expect(panel).toBeHidden()
  await expect(banner(page, 'Ready to import !')).toBeVisible()
})
