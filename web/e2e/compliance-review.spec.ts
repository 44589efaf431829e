import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { test } from './support/test'

test('an owner finds similar text, and confirms it by one key after the requirement changed', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
}) => {
  const author = await newPerson('author')
  const made = await admin.call('POST', '/compliance', {
    policyCollectionName: unique('Hoist rules'),
    policyOriginator: 'Northwind Authority',
    complianceType: 'regulatory',
  })
  const collection: { id: string; path: string } = await made.json()
  const values = {
    policyItemCode: 'H.1',
    title: 'Mixture of oils',
    text: 'Gearbox oil shall not be mixed with engine oil.',
    owner: author.account,
  }
  const created = await admin.call('POST', '/compliance/policyItem', {
    ...values,
    parentPath: collection.path,
  })
  const item: { id: string } = await created.json()

  await as(author, `/compliance/${collection.id}?item=${item.id}`)
  await page.getByRole('button', { name: 'Find similar text' }).click()
  const suggestions = page.getByRole('list', { name: 'Suggested references' })
  await expect(suggestions.getByRole('listitem').first()).toContainText('Do not mix gearbox oil')
  await expectAccessible(page)
  await suggestions.getByRole('button', { name: 'Add reference' }).first().click()
  await expect(page.getByText('Text unchanged')).toBeVisible()

  const rewrite = async (text: string) => {
    const now = await admin.call('GET', `/compliance/policyItem/${item.id}`)
    const { version }: { version: number } = await now.json()
    await admin.call('PUT', `/compliance/policyItem/${item.id}`, { ...values, text, version })
  }
  await rewrite('Gearbox oil shall never be mixed with engine oil.')
  await page.goto('/#/compliance-review')
  const suspects = page.getByRole('list', { name: 'References to check' })
  await expect(suspects.getByRole('deletion')).toHaveText('not')
  await expect(suspects.getByRole('insertion')).toHaveText('never')
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('j')
  await expect(suspects.getByRole('link', { name: 'H.1 Mixture of oils' })).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByText('No references to check.')).toBeVisible()

  await rewrite('Gearbox oil shall never be mixed with any other oil.')
  await page.reload()
  await expect(suspects.getByRole('insertion').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('n')
  await expect(page.getByText('No references to check.')).toBeVisible()
  await page.goto(`/#/compliance/${collection.id}?item=${item.id}`)
  await expect(page.getByText('Not assessed → Non-compliant')).toBeVisible()

  await as('admin', `/compliance/${collection.id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
})
