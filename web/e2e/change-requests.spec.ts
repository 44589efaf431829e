import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, test } from './support/test'

const code = 'DMC-NV240-A-28-40-00-00A-040A-A'
const module = `/library/NV240/AMM?dm=${code}_en-US`

/** Takes an action of the change request that is shown. */
async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('a reader asks for a change, an author makes it, an approver approves and publishes it', async ({
  page,
  as,
  newPerson,
  unique,
}) => {
  const [reader, author, approver] = [
    await newPerson('reader'),
    await newPerson('author'),
    await newPerson('approver'),
  ]
  const title = unique('Which tank')
  await as(reader, module)
  await page.getByText('Four capacitance probes measure').first().hover()
  await page.getByRole('button', { name: 'Request a change of this paragraph' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Four capacitance probes measure')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: /Title/ }).fill(title)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(/^Change request #\d+ sent/)).toBeVisible()

  await as(author, '/change-requests')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: new RegExp(title) })).toBeVisible()
  await act(page, 'Open')
  await page.getByRole('tab', { name: /Modules/ }).click()
  await page.getByRole('button', { name: 'Add module' }).click()
  await dialog.getByRole('searchbox').fill(code)
  await dialog.getByRole('radio', { name: new RegExp(`${code}.*en-US`) }).check()
  await dialog.getByRole('button', { name: 'Add module' }).click()
  const row = page.getByRole('row', { name: new RegExp(code) })
  await row.getByRole('button', { name: 'Check out' }).click()
  await expect(row).toContainText(`Checked out by ${author.account}`)
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  await row.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  const paragraph = page
    .getByRole('region', { name: /^Page of / })
    .getByRole('textbox', { name: 'Paragraph' })
    .filter({ hasText: 'Four capacitance probes measure' })
  await paragraph.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' See the placard.')
  await expect(page.getByText(/^Saved \d\d:\d\d:\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Check in' }).click()
  const chosen = dialog.getByRole('combobox', { name: 'Change request' }).locator('option:checked')
  await expect(chosen).toContainText(title)
  await field(dialog, 'Comment').fill('Placard')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(dialog).toHaveCount(0)

  await page.goto('/#/change-requests')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('tab', { name: /Changes/ }).click()
  await expect(page.locator('ins').filter({ hasText: 'See the placard' }).first()).toBeVisible()
  await act(page, 'Finish')

  await as(approver, '/change-requests?status=Ready+for+Publish')
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('tab', { name: /Checks/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(code) })).toBeVisible()
  await act(page, 'Approve')
  await expect(page.getByRole('region', { name: 'Approvals' })).toContainText('Approved')
  await act(page, 'Publish')
  await expect(page.getByText('Published').first()).toBeVisible()
  await page.getByRole('tab', { name: /History/ }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('published it')
  await expectAccessible(page)
  await expectNoRawKeys(page)

  await as(reader)
  await page.getByRole('button', { name: /^Messages, \d+ unread/ }).click()
  await expect(page.getByRole('dialog')).toContainText('published change request')
  await as(reader, `${module}&part=versions`)
  await expect(page.getByRole('link', { name: /^Change request #\d+/ }).first()).toBeVisible()
})
