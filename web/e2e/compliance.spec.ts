import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

const module = '/library/NV240/AMM?dm=DMC-NV240-A-28-40-00-00A-040A-A_en-US'

test('an author links a requirement to a paragraph and assesses it, an administrator deletes the collection', async ({
  page,
  as,
  newPerson,
  unique,
}) => {
  const author = await newPerson('author')
  const name = unique('Fuel rules')
  await as(author, '/compliance-overview/index')
  await page.getByRole('button', { name: 'Create New Compliance Info' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('dialog', { name: 'Create New Compliance' })).toBeVisible()
  await expectAccessible(page)
  await field(dialog, 'Name').fill(name)
  await field(dialog, 'Originator').fill('Northwind Authority')
  await dialog.getByRole('combobox', { name: 'Compliance Type' }).selectOption('Regulatory')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'New category' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Policy Category' })).toBeVisible()
  await field(dialog, 'Name').fill('Quantity')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('treeitem', { name: /Quantity/ }).click()
  await page.getByRole('button', { name: 'New requirement' }).click()
  await field(dialog, 'Code').fill('FQ.1')
  await field(dialog, 'Title').fill('Fuel quantity')
  await field(dialog, 'Text').fill('The manual shall say how fuel is measured.')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'FQ.1 Fuel quantity' })).toBeVisible()
  const item = page.url()

  await page.goto(`/#${module}`)
  const paragraph = page.getByText('Four capacitance probes measure').first()
  const anchor = await paragraph.evaluate((element) => element.closest('article [id]')?.id ?? '')
  expect(anchor).not.toBe('')
  await page.goto(item)
  await page.getByRole('button', { name: 'Add reference' }).click()
  await dialog.getByRole('radio', { name: 'Paste a link' }).check()
  await field(dialog, 'Link').fill(`${new URL(item).origin}/#${module}&at=${anchor}`)
  // The paragraph is shown before it is saved.
  await expect(dialog.getByText('Four capacitance probes measure').first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add reference' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Four capacitance probes measure').first()).toBeVisible()
  await expect(page.getByText('Text unchanged')).toBeVisible()

  // The same paragraph is found by its words.
  await page.getByRole('button', { name: 'Add reference' }).click()
  await dialog.getByRole('searchbox', { name: 'Search the manuals' }).fill('"capacitance probes"')
  await dialog.getByRole('list', { name: 'Search results' }).getByRole('button').first().click()
  await expect(dialog.getByText(/^Selected: /)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Set status' }).click()
  await dialog.getByRole('radio', { name: 'Compliant', exact: true }).check()
  await field(dialog, 'Reason').fill('Described in 28-40')
  await dialog.getByRole('button', { name: 'Set status' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Not assessed → Compliant')
  await expect(history).toContainText('Described in 28-40')
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)

  // The page stays in memory while the user is elsewhere.
  const heading = page.getByRole('heading', { level: 1 })
  const node = await heading.elementHandle()
  await page.goto('/#/recent')
  await expect(heading).toHaveText('Recent')
  await page.goto(item)
  await expect(heading).toHaveText('FQ.1 Fuel quantity')
  await expect.poll(() => node?.isVisible()).toBe(true)

  await as('admin', new URL(item).hash.slice(1).split('?')[0])
  await expect(page.getByRole('link', { name: 'FQ.1' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Operation successful!')).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard$/)
})

test('the second of two authors is told, sees both changes and loses none', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const made = await admin.call('POST', '/compliance', {
    policyCollectionName: unique('Two authors'),
    policyOriginator: 'Northwind Authority',
    complianceType: 'audit',
  })
  const collection: { id: string; path: string } = await made.json()
  const values = { policyItemCode: 'FQ.1', title: 'Fuel', text: 'Old text' }
  const created = await admin.call('POST', '/compliance/policyItem', {
    ...values,
    parentPath: collection.path,
  })
  const item: { id: string; version: number } = await created.json()

  await as(await newPerson('author'), `/compliance/${collection.id}?item=${item.id}`)
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Requirement' })
  await field(dialog, 'Title').fill('My fuel')
  const theirs = { ...values, title: 'Their fuel', text: 'Their text', version: item.version }
  await admin.call('PUT', `/compliance/policyItem/${item.id}`, theirs)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await dialog.getByRole('button', { name: /^Load current values/ }).click()
  await expect(field(dialog, 'Text')).toHaveValue('Their text')
  await expect(field(dialog, 'Title')).toHaveValue('My fuel')
  await expect(dialog.getByRole('definition')).toHaveText('Their fuel')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'FQ.1 My fuel' })).toBeVisible()
  await expect(page.getByText('Their text')).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Title · Text')
  await expectNoRawKeys(page)

  await as('admin', `/compliance/${collection.id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
})

test('a reader sees compliance and changes nothing', async ({ page, as }) => {
  await as('reader', '/compliance-overview/index')
  await expect(page.getByRole('heading', { level: 1, name: 'Compliance overview' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create New Compliance Info' })).toHaveCount(0)
})
