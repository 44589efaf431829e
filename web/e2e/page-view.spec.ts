import { expect, type Page } from '@playwright/test'
import { Api, type Person } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const pathOf = (code: string) => `${manual}/DMC-NV240-A-${code}_en-US.XML`
const editorOf = (code: string) => `/editor?path=${encodeURIComponent(pathOf(code))}`
const article = (page: Page) => page.getByRole('region', { name: /^Page of / })
const source = (page: Page) => page.locator('.ed-source').getByRole('textbox')
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d:\d\d$/)

/** Checks a module out for an author and opens it in the page view. */
async function open(page: Page, server: { url: string }, author: Person, code: string): Promise<void> {
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  await api.call('POST', `/files/checkout/default${pathOf(code)}`)
  await load(page, editorOf(code))
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  await expect(article(page).getByRole('textbox', { name: 'Paragraph' }).first()).toBeVisible()
}

test('an author types on the page, undoes, sees the source and checks in', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '65-41-01-00A-310A-A')
  const paragraph = article(page).getByRole('textbox', { name: 'Paragraph' }).first()
  const before = (await paragraph.textContent()) ?? ''
  await paragraph.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Doors & <hatches>.')
  await expect(paragraph).toContainText('Doors & <hatches>.')
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(source(page)).toContainText('Doors &amp; &lt;hatches&gt;.')
  await expect(source(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(source(page)).not.toContainText('hatches')
  await page.keyboard.press('ControlOrMeta+y')
  await page.getByRole('button', { name: 'Page', exact: true }).click()
  const again = article(page).getByRole('textbox', { name: 'Paragraph' }).first()
  await expect(again).toContainText('Doors & <hatches>.')
  await expect(again).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(again).toHaveText(before)
  await page.keyboard.type('Ready. ')
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Check in' }).click()
  const dialog = page.getByRole('dialog', { name: /^Check in/ })
  await field(dialog, 'Comment').fill('Typed on the page')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText('Checked in as 001-01.')).toBeVisible()
  await expect(page.getByText('Ready. ', { exact: false }).first()).toBeVisible()
})

test('Chinese words are composed on the page', async ({ page, as, newPerson, server }) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '29-10-00-00A-364A-A')
  const paragraph = article(page).getByRole('textbox', { name: 'Paragraph' }).first()
  await paragraph.click()
  await page.keyboard.press('End')
  const browser = await page.context().newCDPSession(page)
  for (const text of ['n', 'ni', 'ni h', 'ni hao'])
    await browser.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  // A page that comes meanwhile waits for the end.
  await expect(paragraph).toContainText('ni hao')
  await browser.send('Input.insertText', { text: '你好' })
  await page.keyboard.type('!')
  await expect(paragraph).toContainText(/你好!$/)
  await expect(paragraph).not.toContainText('ni hao')
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(source(page)).toContainText('你好!')
})

test('Enter splits a block, Backspace joins it, and what is typed meanwhile is there', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '28-21-01-00A-720A-A')
  const paragraphs = article(page).getByRole('textbox', { name: 'Paragraph' })
  const step = article(page).locator('.s1d-step').getByRole('textbox', { name: 'Paragraph' }).first()
  const count = await paragraphs.count()
  await step.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Do this, too.')
  await expect(paragraphs).toHaveCount(count + 1)
  await expect(article(page).getByText('Do this, too.', { exact: true })).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await expect(paragraphs).toHaveCount(count)
  await expect(step).toContainText('Do this, too.')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(paragraphs).toHaveCount(count + 1)

  await article(page).getByText('Do this, too.', { exact: true }).click()
  await page.getByRole('button', { name: /^Block: / }).click()
  await page.getByRole('group', { name: 'Step' }).getByRole('menuitem', { name: 'Delete' }).click()
  await expect(paragraphs).toHaveCount(count)
  await expect(page.getByText('Deleted.')).toBeVisible()
})

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`the page view is accessible and fits its screen in ${language}`, async ({
    page,
    as,
    newPerson,
    server,
  }) => {
    const code = language === 'en-US' ? '63-21-00-00A-210A-A' : '31-50-00-00A-345A-A'
    const author = await newPerson('author')
    const api = new Api(server.url, await new Api(server.url).signIn(author))
    await api.call('POST', `/files/checkout/default${pathOf(code)}`)
    await speak(page, language)
    await as(author, editorOf(code))
    await page.locator('.ed-bar [aria-pressed="false"]').click()
    await expect(page.locator('.ed-article [role="textbox"]').first()).toBeVisible()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await expectAccessible(page)
      await expectNoRawKeys(page)
      await expectNoSidewaysScroll(page)
    }
  })
}

test('an author inserts a step, sets an attribute and completes a tag, as other modules have them', async ({
  page,
  as,
  newPerson,
  server,
}) => {
  const author = await newPerson('author')
  await as(author)
  await open(page, server, author, '24-31-01-00A-720A-A')
  const paragraph = article(page).getByRole('textbox', { name: 'Paragraph' }).first()
  await paragraph.click()
  await page.keyboard.press('ControlOrMeta+/')
  await field(page, 'Find an element or command').fill('step')
  await page
    .getByRole('option', { name: /^Step below/ })
    .first()
    .click()
  await expect(page.getByText('Inserted.')).toBeVisible()
  await page.keyboard.type('A new step')
  await expect(article(page).getByText('A new step')).toBeVisible()
  const properties = page.getByRole('region', { name: 'Properties' })
  await expect(properties.getByText(/^No schema set is installed/)).toBeVisible()
  await field(properties, 'Element').selectOption({ label: 'Step · proceduralStep' })
  await field(properties, 'id').fill('step-new')
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Source', exact: true }).click()
  await expect(source(page)).toContainText('<proceduralStep id="step-new">')
  await source(page).press('End')
  await page.keyboard.type('<')
  await expect(page.getByRole('listbox', { name: 'Completions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await expect(saved(page)).toBeVisible()
})
