import { expect, type Page } from '@playwright/test'
import { Api, type Person } from './support/api'
import {
  expectAccessible,
  expectNoRawKeys,
  expectNoSidewaysScroll,
  expectVisibleFocus,
} from './support/checks'
import { banner } from './support/imports'
import { confirmRevision, deliverRevision } from './support/revisions'
import { sidebar } from './support/shell'
import { field, load, test } from './support/test'

const slow = { timeout: 30_000 }
const dialog = (page: Page) => page.getByRole('dialog')

const nameOf = (text: string) => text.replaceAll('.', '_')

/** Opens the conflict among the to-dos. */
async function openConflict(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Conflicts')
  await page.getByRole('link', { name: /gearbox oil temperature/i }).click()
  await expect(page.getByText('Conflict 1 of 1')).toBeVisible()
}

test('a revision controller sees the cost, confirms, and decides a conflict by keyboard', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
}) => {
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await as(await newPerson('approver'), '/revisions')
  await expectAccessible(page)
  await expectNoRawKeys(page)
  const row = page.getByRole('row', { name: new RegExp(database) })
  await expect(row.getByText(/days left/)).toBeVisible()
  await row.getByRole('link', { name: 'LIST, OEM revision 2' }).click()

  // The forecast before anything is decided.
  const ours = page.getByRole('table', { name: 'Airline edits' })
  await expect(ours.getByRole('row', { name: /^Modules with conflicts/ })).toContainText('1', slow)
  await expect(ours.getByRole('row', { name: /^Merge without conflicts/ })).toContainText('1')
  await expectAccessible(page)
  await ours.getByRole('link', { name: '1: Modules with conflicts' }).click()
  await expect(page.getByRole('link', { name: /^Main gearbox oil temperature/ })).toBeVisible()
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page).getByText('1 module has conflicts and becomes a to-do.')).toBeVisible()
  await expectAccessible(page)
  await field(dialog(page), 'Note').fill('Approved at the meeting')
  await dialog(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible(slow)

  await load(page, `/revisions/${revision}?tab=todos`)
  await openConflict(page)
  // The result as readers see it, in the colours of its origins.
  await expect(page.locator('.rd-compared [data-origin]').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('4')
  const result = page.getByRole('textbox', { name: 'Result' })
  await expect(result).toBeFocused()
  await result.fill('<para>oil pressure indication is operative in the green arc,</para>')
  await expectVisibleFocus(page)
  await expect(page.getByRole('region', { name: 'Merged text' })).toContainText('in the green arc,')
  await field(page, 'Note').fill('Our limit stays')
  await page.getByRole('button', { name: 'Save and mark done' }).click()
  await expect(page.getByText('This to-do is done')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Airline text and saved result' })).toBeVisible()
  await page.getByRole('button', { name: 'Changes of the airline' }).click()
  await expect(page.getByText(/\d+ differences?$/)).toBeVisible()

  await load(page, '/revisions?tab=history')
  const decided = page.getByRole('row', { name: new RegExp(database) })
  await expect(decided.filter({ hasText: 'Confirmed' })).toContainText('Approved at the meeting')
  await expect(decided.filter({ hasText: 'Resolved' })).toContainText('Our limit stays')
  await expectAccessible(page)
})

test('a revision is rejected with its reason, and the history keeps it', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
}) => {
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await as(await newPerson('approver'), `/revisions/${revision}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog(page).getByText('Enter a reason')).toBeVisible()
  await expectAccessible(page)
  await field(dialog(page), 'Reason').fill('Not for our fleet')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await expect(banner(page, 'Rejected Successfully')).toBeVisible(slow)
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Decisions' }).click()
  await expect(page.getByRole('row', { name: /Rejected/ })).toContainText('Not for our fleet')
})

test('a confirmed revision is taken back, for one module and for all', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
}) => {
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await confirmRevision(admin, database, revision)
  await as(await newPerson('approver'), `/revisions/${revision}`)
  await page.getByRole('button', { name: /^Restore airline version of .*gearbox oil temperature/i }).click()
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('row', { name: /gearbox oil temperature/i })).toContainText('Restored', slow)
  await page.getByRole('button', { name: 'Undo confirmation', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Undo confirmation' }).click()
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible(slow)
})

test('to-dos are assigned and marked as done in a batch', async ({ page, as, admin, newPerson, unique }) => {
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await confirmRevision(admin, database, revision)
  await as(await newPerson('author'), `/revisions/${revision}`)
  const row = page.getByRole('row', { name: /gearbox oil temperature/i })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Assign to me' }).click()
  await field(dialog(page), 'Due date').fill('2030-01-31')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('2030/01/31')
  await page.getByRole('combobox', { name: 'Owner' }).selectOption('Assigned to me')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark done', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Mark done' }).click()
  await expect(row).toContainText('Done', slow)
})

test('of two people who decide at once, both keep their text', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  server,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/)
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await confirmRevision(admin, database, revision)
  await as(await newPerson('author'), `/revisions/${revision}`)
  await openConflict(page)
  await page.keyboard.press('1')
  await decideElsewhere(server.url, await newPerson('author'), page.url())
  await page.getByRole('button', { name: 'Save and mark done' }).click()
  await expect(page.getByText('Another person decided meanwhile')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My text' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use my text' }).click()
  await expect(page.getByText('This to-do is done')).toBeVisible()
})

/** Another person keeps the airline's text of the to-do that is open. */
async function decideElsewhere(url: string, person: Person, address: string): Promise<void> {
  const api = new Api(url, await new Api(url).signIn(person))
  const [, revision, todo] = /revisions\/(\w+)\/todos\/([\w-]+)/.exec(address) ?? []
  const place = `/revisions/${revision}/todos/${todo}`
  const open = await api.get<{ todo: { version: number }; workingVersion?: string }>(place)
  await api.call('PUT', `${place}/resolution`, {
    resolution: 'ours',
    workingVersion: open.workingVersion,
    version: open.todo.version,
    done: true,
  })
}

test('the merge of a module can be read on a phone', async ({ page, as, admin, newPerson, unique }) => {
  const database = nameOf(unique('OEM'))
  const revision = await deliverRevision(admin, database)
  await confirmRevision(admin, database, revision)
  await page.setViewportSize({ width: 390, height: 844 })
  await as(await newPerson('author'), `/revisions/${revision}`)
  await expectNoSidewaysScroll(page)
  await openConflict(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('a reader sees revisions and decides nothing', async ({ page, as }) => {
  await as('reader', '/dashboard')
  await sidebar(page).getByRole('button', { name: 'Import', exact: true }).click()
  await sidebar(page)
    .getByRole('link', { name: /^OEM revisions/ })
    .first()
    .click()
  await page
    .getByRole('link', { name: /^MMEL, OEM revision \d/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('button', { name: 'Reject' })).toHaveAttribute('aria-disabled', 'true')
})
