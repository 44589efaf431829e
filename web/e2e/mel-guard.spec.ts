import { expect, type Page } from '@playwright/test'
import type { File } from '../src/api/types'
import type { Api } from './support/api'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { editModule, importRevision, pendingRevision } from './support/revisions'
import { field, load, test } from './support/test'
import { demoPackage } from './support/zip'

const slow = { timeout: 30_000 }
const manual = 'GUARD'
const key = 'DMC-NV240-A-30-31-01-00A-180A-A_en-US'
const nameOf = (text: string) => text.replaceAll('.', '_')
const pageOf = (database: string, part: string) => `/library/${database}/${manual}?dm=${key}&part=${part}`

/** A MEL item in review that has a longer repair interval than the MMEL. */
async function given(admin: Api, database: string): Promise<void> {
  await admin.call('POST', '/csdb', { csdbName: [database], csdbType: ['NV240'] })
  await admin.call('POST', '/csdb/manual', {
    csdbName: [database],
    manualName: [manual],
    manualType: ['MEL'],
    aircraftRelated: ['yes'],
    modelIdentCode: ['NV240'],
    approvalRequired: ['yes'],
  })
  await importRevision(admin, database, manual, demoPackage('mmel-r1'))
  const path = `/${database}/${manual}/${key}.XML`
  await editModule(admin, path, (text) =>
    text.replace('<repairCategory>C</repairCategory>', '<repairCategory>D</repairCategory>'),
  )
  const { versionId } = await admin.get<File>(`/files/default${path}`)
  await admin.call('POST', `/files/status/default${path}`, { version: versionId, step: 'submit' })
}

/** Tries to release the item; the dialog stays open when it is refused. */
async function release(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Status: Review' }).click()
  await page.getByRole('menuitem', { name: 'Release' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release' })
  await dialog.getByRole('button', { name: 'Release' }).click()
}

test('an item that allows more than the MMEL is released after an approver overrides it', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  expectComplaint,
}) => {
  const database = nameOf(unique('MEL'))
  await given(admin, database)
  await as(await newPerson('approver'), pageOf(database, 'read'))
  expectComplaint(/409/)
  await release(page)
  const refused = page.getByRole('dialog', { name: 'Release' })
  await expect(refused.getByText(/the MMEL has category C/)).toBeVisible()
  await expectAccessible(page)
  await refused.getByRole('link', { name: 'Open the comparison' }).click()

  await expect(page.getByText(/^Condition A: longer repair interval/)).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Override the MMEL' })
  await expectAccessible(page)
  await field(dialog, 'Reason').fill('Agreed with the authority')
  await dialog.getByRole('button', { name: 'Override' }).click()
  await expect(page.getByText(/^Overridden by .*Agreed with the authority$/)).toBeVisible()

  await release(page)
  await expect(page.getByRole('button', { name: 'Status: Released' })).toBeVisible()
  await load(page, pageOf(database, 'versions'))
  await expect(page.getByText(/Overridden by .*Agreed with the authority$/)).toBeVisible()

  // The next MMEL is stricter still: the override ends, and the forecast names the item.
  await importRevision(admin, database, manual, demoPackage('mmel-r2'))
  await load(page, pageOf(database, 'data'))
  await expect(page.getByText(/the MMEL has category B/)).toBeVisible()
  await expect(page.getByText('Overrides of earlier versions, no longer valid:')).toBeVisible()
  const { id } = await pendingRevision(admin, database, manual)
  await load(page, `/revisions/${id}`)
  const counts = page.getByRole('table', { name: 'MMEL' })
  await expect(counts.getByRole('row', { name: /^More restrictive MMEL items/ })).toContainText('4', slow)
  await counts.getByRole('link', { name: '1: Airline items less restrictive than the MMEL' }).click()
  await expect(page.getByText('1 point above the MMEL')).toBeVisible()
  await expectAccessible(page)
})
