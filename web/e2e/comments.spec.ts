import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { load, test } from './support/test'

const manual = '/library/NV240/AMM'
const readerOf = (code: string) => `${manual}?dm=DMC-NV240-A-${code}_en-US`
const panel = (page: Page) => page.getByRole('region', { name: 'Comments' })

/** The number of texts that the browser keeps. */
function keptTexts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('airfolio-unsaved')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('texts').objectStore('texts').count()
          counting.onerror = () => reject(counting.error)
          counting.onsuccess = () => resolve(counting.result)
        }
      }),
  )
}

/** Begins a comment on the paragraph with some words. */
async function commentOn(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().hover()
  await page.getByRole('button', { name: 'Comment on this paragraph' }).click()
  await expect(panel(page).getByRole('textbox')).toBeFocused()
}

test('a reader asks and suggests, an author answers and accepts into the draft', async ({
  page,
  as,
  newPerson,
}) => {
  const code = '62-11-01-00A-520A-A'
  const [reader, author] = [await newPerson('reader'), await newPerson('author')]
  await as(reader, readerOf(code))
  await commentOn(page, 'Disconnect the damper and the pitch link')
  await panel(page).getByRole('button', { name: 'Suggest a text' }).click()
  const suggestion = panel(page).getByRole('textbox', { name: 'Suggested text' })
  await expect(suggestion).toHaveValue(/\S/)
  await suggestion.press('End')
  await suggestion.pressSequentially(' Work slowly.')
  await panel(page)
    .getByRole('textbox', { name: /^New comment/ })
    .fill(`Better so? @${author.account}`)
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(panel(page).locator('ins')).toContainText('Work slowly.')
  await expect(panel(page).getByRole('button', { name: 'Accept into draft' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(page.getByRole('button', { name: /^1 comment thread/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)

  await as(author)
  await page.getByRole('button', { name: 'Messages, 1 unread' }).click()
  await page.getByRole('dialog').getByRole('link').first().click()
  await expect(panel(page).getByText('Better so?')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await panel(page)
    .getByRole('button', { name: /Better so/ })
    .click()
  await panel(page).getByRole('button', { name: 'Accept into draft' }).click()
  await expect(page.getByText('Suggestion accepted into your draft')).toBeVisible()
  await expect(panel(page).getByText(/^Accepted by/)).toBeVisible()
  await panel(page).getByRole('textbox', { name: 'Answer' }).fill('Thank you.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel(page).getByText('Thank you.')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Resolve' }).click()
  await expect(panel(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expectAccessible(page)

  await as(reader, '/comments?mine=yes')
  await expect(page.getByRole('row', { name: /Better so/ })).toContainText('Resolved')
})

test('a comment is written with keys alone, and its unsent words survive a closed tab', async ({
  page,
  as,
  newPerson,
}) => {
  await as(await newPerson('reader'), readerOf('62-11-01-00A-720A-A'))
  await page.getByRole('group', { name: 'Module text' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('m')
  await page.keyboard.type('Half a thought')
  await expect(panel(page).getByRole('textbox')).toHaveValue('Half a thought')
  const next = await page.context().newPage()
  await expect.poll(() => keptTexts(page)).toBe(1)
  await page.close()
  await load(next, readerOf('62-11-01-00A-720A-A'))
  await next.getByRole('group', { name: 'Module text' }).focus()
  await next.keyboard.press('j')
  await next.keyboard.press('m')
  await expect(panel(next).getByText('Your unsent text was restored.')).toBeVisible()
  await expect(panel(next).getByRole('textbox')).toHaveValue('Half a thought')
  await next.keyboard.press('ControlOrMeta+Enter')
  await expect(panel(next).getByRole('listitem').filter({ hasText: 'Half a thought' }).first()).toBeVisible()
})

test('comments can be read on a phone', async ({ page, as }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await as('reader', `${readerOf('28-21-01-00A-520A-A')}&thread=all`)
  await panel(page)
    .getByRole('button', { name: /auxiliary tank/ })
    .click()
  await expect(panel(page).getByText(/feeds the supply tank/)).toBeVisible()
  await expect(panel(page)).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the list of comments is exported', async ({ page, as }) => {
  await as('reader', '/comments')
  await expect(page.getByRole('row', { name: /auxiliary tank/ })).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('comments.csv')
})
