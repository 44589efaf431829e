import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys } from './support/checks'
import { field, test } from './support/test'

const key = 'DMC-NV240-A-62-10-00-00A-310A-A_en-US'
const search = '/replace?manual=%2FNV240%2FAMM&find=loose+skin&with=detached+skin'

test('an author replaces a text over a manual and finds it in the editor', async ({
  page,
  as,
  newPerson,
}) => {
  const author = await newPerson('author')
  await as(author, '/library/NV240/AMM')
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: /^Find and replace in / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Find and replace' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'NV240/AMM', exact: true })).toBeChecked()
  await field(page, 'Find').fill('loose skin')
  await field(page, 'Replace with').fill('detached skin')
  await page.keyboard.press('Enter')

  await expect(page.getByText('2 matches in 1 module')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Limits of loose skin/ }).uncheck()
  await expect(page.getByText('1 match selected in 1 module')).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await page.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByText('1 match replaced in 1 module')).toBeVisible()

  await page.getByRole('link', { name: `Edit ${key}` }).click()
  const source = page.locator('.ed-source').getByRole('textbox')
  await expect(source).toContainText('A dull sound shows detached skin')
  await expect(source).toContainText('Limits of loose skin')

  const other = await newPerson('author')
  await as(other, search)
  await expect(page.getByText(`Checked out by ${author.account}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('nothing is replaced without a choice, and a text that is nowhere is told', async ({
  page,
  as,
  newPerson,
}) => {
  const author = await newPerson('author')
  await as(author, '/replace?manual=%2FNV240%2FAMM&find=sight+glass&with=sight+gauge')
  await expect(page.getByText(/^\d+ match(es)? in /)).toBeVisible()
  await page.getByRole('button', { name: 'Select none' }).click()
  await expect(page.getByRole('button', { name: 'Replace', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await field(page, 'Find').fill('there is no such text')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
})
