import { expect, type Locator, type Page } from '@playwright/test'
import { Api } from './support/api'
import { expectAccessible, expectNoRawKeys } from './support/checks'
import { field, load, test } from './support/test'

const path = '/NV240/AMM/DMC-NV240-A-00-00-00-00A-018A-D_en-US.XML'
const article = (page: Page) => page.getByRole('region', { name: /^Page of / })
const source = (page: Page) => page.locator('.ed-source').getByRole('textbox')
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d:\d\d$/)
const cellWith = (page: Page, text: RegExp) => article(page).locator('td', { hasText: text })
const rowWith = (page: Page, text: string) => article(page).getByRole('row').filter({ hasText: text })

/** Chooses a command of the table menu. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Pastes what another program has copied. The clipboard of the machine is not touched. */
async function paste(run: Locator, html: string, text: string): Promise<void> {
  await run.evaluate(
    (element, data) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.setData('text/html', data.html)
      dataTransfer.setData('text/plain', data.text)
      const init = { inputType: 'insertFromPaste', dataTransfer, bubbles: true, cancelable: true }
      element.dispatchEvent(new InputEvent('beforeinput', init))
    },
    { html, text },
  )
}

test('an author edits a table by menu and keyboard, pastes another one, and undoes', async ({
  page,
  as,
  newPerson,
  server,
  expectComplaint,
}) => {
  // The browser refuses the handler of the pasted text, and says so.
  expectComplaint(/inline event handler/)
  const author = await newPerson('author')
  await as(author)
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  await api.call('POST', `/files/checkout/default${path}`)
  await load(page, `/editor?path=${encodeURIComponent(path)}`)
  await page.getByRole('button', { name: 'Page', exact: true }).click()

  const row = rowWith(page, 'Check-list')
  await expect(row).toBeVisible()
  const rows = await article(page).getByRole('row').count()
  await row.getByRole('textbox').first().click()
  await choose(page, 'Add row below')
  await expect(page.getByText('Row added.')).toBeVisible()
  await expect(article(page).getByRole('row')).toHaveCount(rows + 1)
  // The cursor is in the first cell of the new row.
  await page.keyboard.type('130')
  await expect(cellWith(page, /^\s*130\s*$/)).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)

  await page.keyboard.press('ControlOrMeta+Alt+Shift+ArrowRight')
  await expect(page.getByText('Column added.')).toBeVisible()
  await page.keyboard.type('new')
  await expect(cellWith(page, /^\s*new\s*$/)).toBeVisible()
  await expect(rowWith(page, '130').locator('td')).toHaveCount(3)

  await page.keyboard.press('ControlOrMeta+/')
  await field(page, 'Find an element or command').fill('merge')
  await page.getByRole('option', { name: /^Merge with the cell to the right/ }).click()
  await expect(page.getByText('Cells merged.')).toBeVisible()
  await expect(article(page).locator('td[colspan="2"]')).toHaveText('new')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(article(page).locator('td[colspan="2"]')).toHaveCount(0)

  const skill = article(page).getByRole('textbox').filter({ hasText: 'Skill level sk01' })
  await skill.click()
  await page.keyboard.press('ControlOrMeta+End')
  const header = '<tr><th>Level</th><th>Person</th></tr>'
  await paste(
    skill,
    `<table>${header}<tr><td>sk01</td><td><b onclick="alert(1)">mechanic</b></td></tr></table>`,
    'Level\tPerson',
  )
  await expect(page.getByText('Pasted.', { exact: true })).toBeVisible()
  await expect(cellWith(page, /^\s*mechanic\s*$/)).toBeVisible()
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(source(page)).toBeFocused()
  await expect(source(page)).toContainText('<entry><para>sk01</para></entry>')
  await expect(source(page)).not.toContainText('onclick')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(source(page)).not.toContainText('<para>sk01</para>')
  await expect(saved(page)).toBeVisible()
})
