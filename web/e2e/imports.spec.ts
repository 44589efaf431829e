import { expect } from '@playwright/test'
import { expectAccessible } from './support/checks'
import { banner, choose, sendBeginning, upload } from './support/imports'
import { field, test } from './support/test'
import { demoFiles, demoPackage, zipOf } from './support/zip'

// Each test has an author of its own: the end of another's check would be told to a shared one as well.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const slow = { timeout: 30_000 }

test('an author sees every finding before anything is stored', async ({ page, as, newPerson, unique }) => {
  await as(await newPerson('author'), '/import/index')
  const name = `${unique('NV240')} AMM.zip`
  await upload(page, name, demoPackage('amm'))
  const sent = name.replaceAll(' ', '_')
  await expect(banner(page, 'Ready to import !')).toBeVisible(slow)
  await page
    .getByRole('row', { name: new RegExp(sent) })
    .getByRole('link', { name: sent })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Contents' }).click()
  await expect(page.getByText('Data modules')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Comparison' }).click()
  await expect(page.getByRole('combobox', { name: 'Manual' })).toHaveValue('/NV240/AMM')
})

test('an author imports a package into a new database and a new manual', async ({
  page,
  as,
  newPerson,
  unique,
}) => {
  await as(await newPerson('author'), '/import/index')
  await upload(page, 'mmel.zip', demoPackage('mmel-r1'))
  await banner(page, 'Ready to import !').getByRole('button', { name: 'Open the importer' }).click(slow)
  const importer = page.getByRole('dialog', { name: 'Import Manual in Library' })
  await expectAccessible(page)
  await importer.getByRole('button', { name: 'Choose another manual' }).click()
  // What the package is about is proposed; a new manual is chosen instead.
  await expect(importer.getByRole('treeitem', { name: 'MMEL' })).toHaveAttribute('aria-selected', 'true')

  await importer.getByRole('button', { name: 'New database' }).click()
  const database = unique('NV').replaceAll('.', '_')
  const form = page.getByRole('dialog', { name: 'Create New Database' })
  await field(form, 'Name').fill(database)
  // The type that is called like the model of the package.
  await expect(field(form, 'Database Type')).toHaveValue('NV240')
  await form.getByRole('button', { name: 'Create' }).click()
  await importer.getByRole('button', { name: `Create manual in ${database}` }).click()
  const manual = page.getByRole('dialog', { name: 'Create New Manual' })
  await field(manual, 'Name').fill('MEL')
  await expect(field(manual, 'Manual Type')).toHaveValue('MMEL')
  await expect(field(manual, 'Model')).toHaveValue('NV240')
  await expectAccessible(page)
  await manual.getByRole('button', { name: 'Create' }).click()
  await expect(importer.getByRole('treeitem', { name: 'MEL' })).toHaveAttribute('aria-selected', 'true')
  await importer.getByRole('button', { name: 'Import', exact: true }).click()

  const done = banner(page, 'Import Successful !')
  await expect(done).toBeVisible(slow)
  await done.getByRole('link', { name: 'Open manual' }).click()
  await expect(page).toHaveURL(new RegExp(`#/library/${database}/MEL`))
  await expect(done).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Version: Working R1' })).toBeVisible()
  await expect(page.getByText(/pending decision/)).toHaveCount(0)

  await page.goto('#/import/index')
  await upload(page, 'mmel-r2.zip', demoPackage('mmel-r2'))
  const ready = banner(page, 'Ready to import !')
  await expect(ready).toBeVisible(slow)
  await page.getByRole('link', { name: 'mmel-r2.zip' }).first().click()
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect(ready).toBeHidden()
  await importer.getByRole('button', { name: 'Choose another manual' }).click()
  await importer.getByRole('treeitem', { name: database }).click()
  await importer.getByRole('treeitem', { name: 'MEL', exact: true }).click()
  await expect(importer.getByText(/becomes a new OEM revision, pending a decision/)).toBeVisible()
  await importer.getByRole('button', { name: 'Import', exact: true }).click()
  await done.getByRole('link', { name: 'Open manual' }).click(slow)
  await expect(page.getByText('OEM revision 2 received: pending decision')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View revision 2' }).click()
  await expect(page.getByText('You are viewing this revision.', { exact: false })).toBeVisible()
})

test('a broken package is told with title, step, detail and the way to the task', async ({
  page,
  as,
  newPerson,
}) => {
  await as(await newPerson('author'), '/import/index')
  await upload(page, 'broken.zip', demoPackage('amm').subarray(0, 4000))
  const alert = banner(page, 'Unable to unzip the uploaded ZIP file')
  await expect(alert).toBeVisible(slow)
  await expect(alert).toHaveText(/Step: /)
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'Open task' }).click()
  const task = page.getByRole('dialog', { name: 'Package check' })
  await expect(task.getByText('Blocked by findings')).toBeVisible()
  await expect(task.getByRole('list', { name: 'Steps' })).toBeVisible()
  await expectAccessible(page)
  await task.getByRole('link', { name: 'View findings' }).click()
  await expect(page.getByText(/This package cannot be imported/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import…' })).toHaveAttribute('aria-disabled', 'true')
})

test('what blocks is named with file and remedy, by code and by file', async ({ page, as, newPerson }) => {
  const files = demoFiles('amm')
  const spoiled = Object.keys(files).find((name) => name.startsWith('DMC-') && name.includes('-520A'))
  const victim = spoiled ?? Object.keys(files).find((name) => name.startsWith('DMC-')) ?? ''
  await as(await newPerson('author'), '/import/index')
  await upload(page, 'spoiled.zip', zipOf({ ...files, [victim]: '<dmodule><content></dmodule>' }))
  await expect(banner(page, /error|cannot/i)).toBeVisible(slow)
  await page.getByRole('link', { name: 'spoiled.zip' }).first().click()
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('File')
  await page
    .getByRole('list', { name: 'File' })
    .getByRole('button', { name: new RegExp(victim) })
    .click()
  await expect(page.getByRole('row', { name: /What to do:/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test('several packages are sent in one go', async ({ page, as, newPerson, unique }) => {
  await as(await newPerson('author'), '/import/index')
  const names = ['a', 'b', 'c'].map((part) => `${unique(part)}.zip`)
  const buffer = demoPackage('amm-zh')
  await page
    .locator('main input[type="file"]')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'application/zip', buffer })))
  const dialog = page.getByRole('dialog', { name: 'Import a package' })
  for (const name of names) await expect(dialog.getByText(name)).toBeVisible()
  await dialog.getByRole('button', { name: 'Import' }).click()
  for (const name of names) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('only ZIP packages are taken', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/import/index')
  await page
    .locator('main input[type="file"]')
    .setInputFiles({ name: 'module.xml', mimeType: 'text/xml', buffer: Buffer.from('<a/>') })
  await expect(page.getByText('File Type must be zip package')).toBeVisible()
})

test('a reader sees the reports and may import nothing', async ({ page, as }) => {
  await as('reader', '/import/index')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import')
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeHidden()
})

test('an upload goes on where its connection was lost', async ({ page, as, newPerson, expectComplaint }) => {
  expectComplaint(/ERR_CONNECTION_RESET/)
  await as(await newPerson('author'), '/import/index')
  const content = demoPackage('amm')
  const arrived = 100_000
  await page.route('**/vault/files/*', async (route) => {
    await sendBeginning(route.request(), content, arrived)
    await route.abort('connectionreset')
  })
  const rest = page.waitForRequest((request) => request.method() === 'PATCH')
  await upload(page, 'resumed.zip', content)
  expect((await rest).headers()['upload-offset']).toBe(String(arrived))
  await expect(banner(page, 'Ready to import !')).toBeVisible(slow)
})

test('an upload on its way can be cancelled', async ({ page, as, newPerson, expectComplaint }) => {
  // Nothing of it arrived, so there is nothing to forget.
  expectComplaint(/status of 404/)
  await as(await newPerson('author'), '/import/index')
  await page.route('**/vault/files/*', () => undefined)
  await choose(page, 'unwanted.zip', demoPackage('amm'))
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect(panel.getByRole('progressbar', { name: /unwanted\.zip/ })).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Cancel upload of unwanted.zip' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByText('Upload cancelled: unwanted.zip')).toBeVisible()
  await expect(page.getByRole('row', { name: /unwanted\.zip/ })).toHaveCount(0)
})
