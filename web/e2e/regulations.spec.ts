import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

const crew = 'Each flight crew member shall hold a licence that fits the aircraft and the flight.'

function version(name: string, number: number): string {
  const years = number === 1 ? 'two' : 'five'
  const code = number === 1 ? 'A.2' : 'A.20'
  return [
    'code,title,text,parent_code,type',
    `policyCollectionName,,${name},,META`,
    'policyOriginator,,Northwind Authority,,META',
    'complianceType,,regulatory,,META',
    `version,,${number},,META`,
    'A,General,,,CATEGORY',
    `A.1,Records,The operator shall keep the records of all training for ${years} years.,A,RULE`,
    `${code},Crew,${crew},A,RULE`,
    '',
  ].join('\n')
}

async function upload(page: Page, name: string, text: string) {
  const buffer = Buffer.from(text)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

async function takeOver(page: Page, name: string) {
  await page.getByRole('main').getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import regulation' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('an author imports a regulation and its next version, and only what changed is open again', async ({
  page,
  as,
  newPerson,
  unique,
}) => {
  const author = await newPerson('author')
  const name = unique('Northwind Ops')
  await as(author, '/compliance-import/index')
  await upload(page, 'one.csv', version(name, 1))
  await expect(page.getByRole('table', { name: 'Changes' }).getByText('Added').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  await takeOver(page, name)

  for (const code of ['A.1', 'A.2']) {
    await page.getByRole('link', { name: code, exact: true }).click()
    await page.getByRole('button', { name: 'Set status' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Compliant', exact: true }).check()
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Not assessed → Compliant')
    await page.getByRole('main').getByRole('link', { name: 'Back to the list' }).click()
  }

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import new version' }).click()
  await upload(page, 'two.csv', version(name, 2))
  const changes = page.getByRole('table', { name: 'Changes' })
  await expect(changes.getByRole('row', { name: /A\.2 → A\.20/ })).toContainText('Renumbered')
  await changes.getByRole('button', { name: 'A.1', exact: true }).click()
  const redline = page.getByRole('dialog').getByLabel('Old and new text')
  await expect(redline.locator('del')).toContainText('two')
  await expect(redline.locator('ins')).toContainText('five')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await takeOver(page, name)
  await expect(page.getByRole('row', { name: /A\.1/ })).toContainText('To assess again')
  await expect(page.getByRole('row', { name: /A\.20/ })).not.toContainText('To assess again')
  await expect(page.getByRole('row', { name: /A\.20/ })).toContainText('Compliant')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import new version' }).click()
  await upload(page, 'two.csv', version(name, 2))
  await expect(page.getByText('The file changes nothing')).toBeVisible()
})

test('a file with errors is explained and not imported', async ({ page, as, newPerson }) => {
  await as(await newPerson('author'), '/compliance-import/index')
  await upload(page, 'wrong.csv', 'number,words\n1,a\n')
  await expect(page.getByText('The file cannot be imported', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('Error')
  await expect(page.getByRole('main').getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('an author maps two collections and sees what is missing', async ({ page, as, newPerson, unique }) => {
  const author = await newPerson('author')
  const names = [unique('First rules'), unique('Second rules')] as const
  for (const name of names) {
    await as(author, '/compliance-import/index')
    await upload(page, 'one.csv', version(name, 1))
    await takeOver(page, name)
  }
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mappings' }).click()
  await page.getByRole('combobox', { name: 'Other collection' }).selectOption(names[0])
  await page.getByRole('button', { name: 'New mapping' }).click()
  const dialog = page.getByRole('dialog', { name: 'New mapping' })
  for (const name of names) {
    await field(dialog, `Requirement of ${name}`).selectOption('A.1 Records')
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('table', { name: 'Mappings' })).toContainText('equal to')
  await page.getByRole('tab', { name: 'Coverage' }).click()
  const proofs = page.getByRole('table', { name: `Proof of ${names[1]}` })
  await expect(proofs.getByRole('row', { name: /A\.1/ })).toContainText('Open')
  await expect(proofs.getByRole('row', { name: /A\.2/ })).toContainText('No counterpart')
  await expectAccessible(page)
  await expectNoRawKeys(page)
})

test('readers find no way to import', async ({ page, as, newPerson }) => {
  await as(await newPerson('reader'), '/compliance-import/index')
  await expect(page.getByText('Authors import regulations.')).toBeVisible()
  await expect(page.locator('input[type=file]')).toHaveCount(0)
})
