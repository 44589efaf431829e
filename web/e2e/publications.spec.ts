import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys, expectNoSidewaysScroll } from './support/checks'
import { importRevision, runJob } from './support/revisions'
import { field, test } from './support/test'
import { demoPackage } from './support/zip'

test('an author publishes a draft and finds its package', async ({ page, as, newPerson, unique }) => {
  const author = await newPerson('author')
  const revision = unique('Draft').slice(0, 40)
  await as(author, '/publications?manual=/NV240/AMM')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Preset' })).toBeVisible()
  await expectAccessible(page)
  await field(dialog, 'Revision number').fill(revision)
  const operator = dialog.getByRole('combobox', { name: /Operator/ })
  await expect(operator.getByRole('option')).not.toHaveCount(1)
  await operator.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Draft Publish complete.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: new RegExp(revision) }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(revision) })).toBeVisible()
  await expect(page.getByRole('button', { name: /^NV240-AMM-.*-draft-s1000d-complete\.zip$/ })).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'manifest.json' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('manifest.json')
  await page.reload()
  const downloads = page.getByRole('table', { name: 'Downloads' })
  await expect(downloads.getByText('manifest.json')).toBeVisible()
  await page.getByRole('link', { name: 'Check the signature' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Signing key' })).toBeVisible()
  await expect(page.getByText(/^airfolio verify DIR --key /)).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)

  // The dialog starts from what was chosen last.
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Changes' })).toBeVisible()
  await page.getByRole('link', { name: 'All publications' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByRole('combobox', { name: 'Preset' })).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: /Operator/ })).not.toHaveValue('')
  await expectNoSidewaysScroll(page)
})

test('an author publishes a draft for one aircraft', async ({ page, as, newPerson, unique }) => {
  const author = await newPerson('author')
  const revision = unique('Tail').slice(0, 40)
  await as(author, '/publications?manual=/NV240/AMM')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await field(dialog, 'Revision number').fill(revision)
  await dialog.getByRole('checkbox', { name: 'All (unfiltered)' }).uncheck()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog.getByText('Choose at least one profile')).toBeVisible()
  const operator = dialog.getByRole('combobox', { name: /Operator/ })
  await expect(operator.getByRole('option')).not.toHaveCount(1)
  await operator.selectOption('AZB')
  await dialog.getByRole('checkbox', { name: /^QZ-HAA / }).check()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Draft Publish complete.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: new RegExp(revision) }).click()
  const files = page.getByRole('table', { name: 'Files' })
  await expect(files.getByRole('button', { name: /-for-QZ-HAA-draft-s1000d-complete\.zip$/ })).toBeVisible()
  await expect(files.getByText('What was removed, and references to removed text')).toBeVisible()
  await expect(page.getByText('Filtered for')).toBeVisible()
  await expectAccessible(page)
  await expectNoRawKeys(page)
  await expectNoSidewaysScroll(page)
})

test('an approver approves a publication, and it counts from then on', async ({
  page,
  as,
  admin,
  newPerson,
  unique,
  expectComplaint,
}) => {
  // A database of its own: the next test would find the manuals of the demo waiting or released.
  const csdbName = unique('Approval').replaceAll('.', '_')
  const manualName = 'GRANTED'
  await admin.call('POST', '/csdb', { csdbName: [csdbName], csdbType: ['NV240'] })
  await admin.call('POST', '/csdb/manual', {
    csdbName: [csdbName],
    manualName: [manualName],
    manualType: ['MMEL'],
    aircraftRelated: ['yes'],
    modelIdentCode: ['NV240'],
    approvalRequired: ['yes'],
  })
  await importRevision(admin, csdbName, manualName, demoPackage('mmel-r1'))
  const { outputMap } = await runJob(admin, 'exportApproveAta2300', {
    csdbName,
    manualName,
    revision: '1',
    formats: ['ata2300'],
    reviseTypes: ['complete'],
    profiles: ['All'],
    operator: 'AZB',
    approvalRequired: 'yes',
  })
  const approver = await newPerson('approver')
  await as(approver, `/publications/${outputMap.publication}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve revision 1' })
  await expectAccessible(page)
  for (const [name, text] of [
    ['Approving authority', 'EASA'],
    ['Revision date', '2026-11-17'],
    ['Approved by', 'A. Person'],
    ['Job title', 'Inspector'],
    ['Approval reference', 'EASA.1'],
  ] as const) {
    await field(dialog, name).fill(text)
  }
  // The server asks who it is first, however recent the sign-in.
  expectComplaint(/403 \(Forbidden\)/)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await field(proof, 'Your password').fill(approver.password)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Approval Publish Done!')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'Approval', exact: true })).toContainText('EASA.1')
  await expectNoRawKeys(page)
})
