import { expect, type Page } from '@playwright/test'
import { Api } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { field, load, signInByForm, speak, test } from './support/test'

const manual = '/NV240/AMM'
const pathOf = (code: string) => `${manual}/DMC-NV240-A-${code}_en-US.XML`
const readerOf = (code: string) => `/library${manual}?dm=DMC-NV240-A-${code}_en-US`
const editorOf = (code: string) => `/editor?path=${encodeURIComponent(pathOf(code))}`
const source = (page: Page) => page.locator('.ed-source').getByRole('textbox')
const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d:\d\d$/)

/** Opens a module and edits it by its menu. */
async function edit(page: Page, code: string): Promise<void> {
  await load(page, readerOf(code))
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(source(page)).toBeVisible()
}

/** Types a comment before the root element, as soon as the text may be edited. */
async function type(page: Page, words: string): Promise<void> {
  await expect(source(page)).not.toHaveAttribute('aria-readonly', 'true')
  await source(page).press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(`<!-- ${words} -->`)
}

test('an author checks a module out by a key, edits it and checks it in', async ({ page, as, newPerson }) => {
  const code = '62-10-00-00A-040A-A'
  const author = await newPerson('author')
  await as(author, readerOf(code))
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await expect(source(page)).toBeVisible()
  await type(page, 'checked in')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(saved(page)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Problems' })).toContainText('no schema set of this issue')

  await page.getByRole('button', { name: 'Check in' }).click()
  const dialog = page.getByRole('dialog', { name: /^Check in/ })
  await expect(dialog.getByText('Becomes 001-01')).toBeVisible()
  await field(dialog, 'Comment').fill('A comment in the source')
  await field(dialog, 'Reason for update').fill('Example of a reason')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText('Checked in as 001-01.')).toBeVisible()

  await page.getByRole('tab', { name: /^Versions/ }).click()
  const row = page.getByRole('row', { name: /001-01/ })
  await expect(row).toContainText('A comment in the source')
  await page
    .getByRole('row', { name: /001-00/ })
    .getByRole('button', { name: 'Restore' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Restored as 001-02.')).toBeVisible()
})

test('the editor opens at the paragraph that is read, and the check-in marks what was changed', async ({
  page,
  as,
  newPerson,
}) => {
  const code = '62-10-00-00A-310A-A'
  await as(await newPerson('author'), `${readerOf(code)}&at=s1d-stp-01-03`)
  await expect(page.getByText('Look at the tip cap screws').first()).toBeInViewport()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/&at=s1d-stp-01-03$/)
  await expect(page.locator('.ed-source .cm-activeLine')).toContainText('Look at the tip cap screws')
  await page.keyboard.type('First: ')
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Check in' }).click()
  const dialog = page.getByRole('dialog', { name: /^Check in/ })
  await dialog.getByRole('checkbox', { name: 'Mark changes' }).check()
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText('Checked in as 001-01.')).toBeVisible()
  await expect(page.locator('.s1d-change')).toContainText('First:')
})

test('a check-in of a broken text is refused and leads to its line', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/422/)
  await as(await newPerson('author'))
  await edit(page, '63-20-00-00A-040A-A')
  await source(page).press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('<broken')
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Line \d+: / })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(source(page)).toBeFocused()
})

test('words typed without a network are kept and saved when it is back', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  await as(await newPerson('author'))
  await edit(page, '67-20-00-00A-040A-A')
  await page.context().setOffline(true)
  await type(page, 'typed on a train')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await expect(page.getByText('Not saved yet, stored in this browser')).toBeVisible()
  await expect(page.getByText(/^Last saved \d\d:\d\d:\d\d$/)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  const overlaps = await page.locator('.ed-bar > *').evaluateAll((parts) => {
    const boxes = parts.map((part) => part.getBoundingClientRect())
    return boxes.some((one, index) =>
      boxes
        .slice(index + 1)
        .some(
          (other) =>
            one.left < other.right &&
            other.left < one.right &&
            one.top < other.bottom &&
            other.top < one.bottom,
        ),
    )
  })
  expect(overlaps).toBe(false)
  await page.context().setOffline(false)
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(source(page)).toContainText('typed on a train')
})

test('words typed while the server is down are offered again in another tab', async ({
  page,
  as,
  newPerson,
  server,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  const code = '26-20-00-00A-040A-A'
  await as(await newPerson('author'))
  await edit(page, code)
  await server.stop()
  let next: Page
  try {
    await type(page, 'typed into the void')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('The server cannot be reached')).toBeVisible()
    next = await page.context().newPage()
    await page.close()
  } finally {
    await server.start()
  }
  await next.goto(`/#${editorOf(code)}`)
  await expect(next.getByText('Unsaved text found')).toBeVisible()
  await next.getByRole('button', { name: 'Use my text' }).click()
  await expect(saved(next)).toBeVisible()
  await expect(source(next)).toContainText('typed into the void')
})

test('words typed after the session has expired come back after signing in', async ({
  page,
  as,
  newPerson,
  server,
  expectComplaint,
}) => {
  expectComplaint(/401|ERR_/)
  const author = await newPerson('author')
  await as(author)
  await edit(page, '24-31-00-00A-421A-A')
  const api = new Api(server.url, await new Api(server.url).signIn(author))
  await page.route('**/kbj/api/drafts/default/**', (route) => route.abort())
  await type(page, 'typed too late')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('The server cannot be reached')).toBeVisible()
  await api.call('POST', '/users/logoutEverywhere')
  await page.unroute('**/kbj/api/drafts/default/**')
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(field(page, 'Account')).toBeVisible()
  await signInByForm(page, author)
  await expect(page.getByText('Unsaved text found')).toBeVisible()
  await page.getByRole('button', { name: 'Use my text' }).click()
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(source(page)).toContainText('typed too late')
})

test('words typed just before the tab is closed are there in the next one', async ({
  page,
  as,
  newPerson,
}) => {
  const code = '24-30-00-00A-040A-A'
  await as(await newPerson('author'))
  await edit(page, code)
  await type(page, 'last words')
  // The browser keeps what was typed a moment ago; the server hears of it when the tab goes, or never.
  await expect.poll(() => unsavedTexts(page)).toContain('last words')
  const next = await page.context().newPage()
  await page.close()
  await next.goto(`/#${editorOf(code)}`)
  const choice = next.getByRole('button', { name: 'Use my text' })
  await expect(choice.or(source(next)).first()).toBeVisible()
  if (await choice.isVisible()) await choice.click()
  await expect(source(next)).toContainText('last words')
  await expect(saved(next)).toBeVisible()
})

test('a second tab is read-only until it takes over, and then the first one is', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/409/)
  const code = '29-10-00-00A-040A-A'
  await as(await newPerson('author'))
  await edit(page, code)
  const second = await page.context().newPage()
  await second.goto(`/#${editorOf(code)}`)
  await expect(second.getByText('Open in another tab')).toBeVisible()
  await second.getByRole('button', { name: 'Take over' }).click()
  await type(second, 'typed in the second tab')
  await second.keyboard.press('ControlOrMeta+s')
  await expect(saved(second)).toBeVisible()
  await type(page, 'typed in the first tab')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Open in another tab')).toBeVisible()
  await page.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('The draft was changed elsewhere')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Saved text' })).toContainText('typed in the second tab')
  await expect(page.getByRole('textbox', { name: 'My text' })).toContainText('typed in the first tab')
  await page.getByRole('button', { name: 'Use my text' }).click()
  await expect(saved(page)).toBeVisible()
})

test('a cancelled check-out leaves its draft under the earlier ones', async ({ page, as, newPerson }) => {
  const code = '06-00-00-00A-055A-A'
  await as(await newPerson('author'))
  await edit(page, code)
  await type(page, 'not wanted')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(saved(page)).toBeVisible()
  await load(page, '/checkout')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel check-out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel check-out' }).click()
  const drafts = page.getByRole('region', { name: 'Earlier drafts' })
  await drafts.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('textbox', { name: /^Draft, saved/ })).toContainText('not wanted')
  await load(page, '/checkout')
  await expect(drafts.getByRole('button', { name: 'Continue' })).toBeVisible()
  await drafts.getByRole('button', { name: /^Delete draft/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(drafts).toHaveCount(0)
})

test('an approver releases a file of an author, who may no longer save it and keeps the text', async ({
  page,
  as,
  newPerson,
  server,
  expectComplaint,
}) => {
  expectComplaint(/409/)
  const code = '09-10-00-00A-174A-A'
  await as(await newPerson('author'))
  await edit(page, code)
  const approver = new Api(server.url, await new Api(server.url).signIn(await newPerson('approver')))
  await approver.call('POST', `/files/cancelCheckout/default${pathOf(code)}`)
  await type(page, 'typed after the release')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('The text can no longer be saved')).toBeVisible()
  await expect(source(page)).toContainText('typed after the release')
})

/** All texts that the browser keeps, in one. */
function unsavedTexts(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const open = indexedDB.open('airfolio-unsaved')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const all = open.result.transaction('texts').objectStore('texts').getAll()
          all.onsuccess = () => resolve(JSON.stringify(all.result))
        }
      }),
  )
}

for (const language of ['en-US', 'zh-CN'] as const) {
  test(`the editor is accessible in ${language}`, async ({
    page,
    as,
    newPerson,
    server,
    expectComplaint,
  }) => {
    expectComplaint(/409/)
    const code = language === 'en-US' ? '12-11-00-00A-210A-A' : '12-21-00-00A-240A-A'
    const author = await newPerson('author')
    const api = new Api(server.url, await new Api(server.url).signIn(author))
    await api.call('POST', `/files/checkout/default${pathOf(code)}`)
    await speak(page, language)
    await as(author, editorOf(code))
    await expect(page.locator('.ed-problems li, .ed-problems .af-hint').first()).toBeVisible()
    await expectWhole(page)
    await type(page, 'words')
    await page.keyboard.press('ControlOrMeta+f')
    await expectWhole(page)
    await page.keyboard.press('Escape')
    await page.locator('.ed-bar .af-btn-primary').click()
    await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(2)
    await expectWhole(page)
    await page.keyboard.press('Escape')
    await api.call('POST', `/files/cancelCheckout/default${pathOf(code)}`)
    await load(page, editorOf(code))
    await expectWhole(page)
    await load(page, '/checkout')
    await page.locator('a[href*="#/checkout/"]').click()
    await expect(page.locator('.cm-content')).toHaveCount(2)
    await expectWhole(page)
  })
}

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
}
