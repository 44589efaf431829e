import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoRawKeys } from './support/checks'
import { banner } from './support/imports'
import { load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const code = '26-21-01-00B-920A-A'
const brexName = 'DMC-S1000D-F-04-10-0301-00A-022A-D'
const readerOf = `/library${manual}?dm=DMC-NV240-A-${code}_en-US`
const problems = (page: Page) => page.getByRole('region', { name: 'Problems' })
/** A job is done by a worker that may have others before it. */
const slow = { timeout: 30_000 }

/** A BREX of our own, with the code of the default BREX that the demo library names. */
function brex(): Buffer {
  const dmCode =
    '<dmCode modelIdentCode="S1000D" systemDiffCode="F" systemCode="04" subSystemCode="1" subSubSystemCode="0" assyCode="0301" disassyCode="00" disassyCodeVariant="A" infoCode="022" infoCodeVariant="A" itemLocationCode="D"/>'
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<dmodule xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.s1000d.org/S1000D_4-1/xml_schema_flat/brex.xsd">
<identAndStatusSection><dmAddress><dmIdent>${dmCode}<language languageIsoCode="en" countryIsoCode="US"/><issueInfo issueNumber="001" inWork="00"/></dmIdent>
<dmAddressItems><issueDate year="2026" month="01" day="01"/><dmTitle><techName>Rules of this test</techName></dmTitle></dmAddressItems></dmAddress>
<dmStatus issueType="new"><brexDmRef><dmRef><dmRefIdent>${dmCode}</dmRefIdent></dmRef></brexDmRef></dmStatus></identAndStatusSection>
<content><brex><contextRules><structureObjectRuleGroup>
<structureObjectRule id="no-zones" brSeverityLevel="brsl01"><objectPath allowedObjectFlag="0">//zoneRef</objectPath><objectUse>Zones are named in words.</objectUse></structureObjectRule>
</structureObjectRuleGroup></contextRules></brex></content></dmodule>`)
}

test('an administrator installs a BREX, an author checks a manual and finds the place', async ({
  page,
  as,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/400/)
  await as('admin', '/admin/index?tab=schemas')
  const zone = page.getByRole('group', { name: 'Drop a BREX data module' })
  await zone
    .locator('input[type="file"]')
    .setInputFiles({ name: 'brex.xml', mimeType: 'application/xml', buffer: Buffer.from('<dmodule/>') })
  await expect(zone.getByRole('alert')).toHaveText('This file is not a BREX data module that can be used')
  await zone
    .locator('input[type="file"]')
    .setInputFiles({ name: 'brex.xml', mimeType: 'application/xml', buffer: brex() })
  await expect(page.getByText(`${brexName} installed.`)).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(brexName) })).toContainText('Default of S1000D 4.1')
  await expectAccessible(page)

  await as(await newPerson('author'), `/library${manual}?tab=rules`)
  await page.getByRole('button', { name: 'Check the manual' }).click()
  await expect(banner(page, 'The business rules were checked.')).toBeVisible(slow)
  const rules = page.getByRole('table', { name: 'By rule' })
  await expect(rules.getByRole('row', { name: /no-zones/ })).toContainText('Zones are named in words.')
  await rules.getByRole('button', { name: 'Show the findings of no-zones' }).click()
  await page.getByRole('searchbox', { name: 'Search findings' }).fill(`${code}_en-US`)
  const findings = page.getByRole('table', { name: 'Findings', exact: true })
  await expect(findings.locator('tbody').getByRole('row')).toHaveCount(1)
  const finding = findings.getByRole('row', { name: new RegExp(code) })
  await expect(finding).toContainText('<zoneRef> is not allowed here')
  await expectAccessible(page)

  await finding.getByRole('link').first().click()
  const one = page.getByRole('table', { name: 'Findings of business rules' })
  await expect(one.getByRole('row', { name: /no-zones/ })).toHaveCount(1)
  await expect(page.getByText(brexName)).toBeVisible()

  await page.getByRole('tab', { name: 'Text', exact: true }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const problem = problems(page).getByRole('button', { name: /no-zones/ })
  await problem.click()
  await expect(page.locator('.cm-activeLine')).toContainText('zoneRef')
})

test('a manual without its BREX says so in Chinese', async ({ page, as, admin }) => {
  // Another test of this worker may have installed it.
  await admin.call('DELETE', `/config/brex?name=${brexName}`).catch((error: unknown) => {
    // Nothing to remove is the only refusal that is expected.
    if (!String(error).includes(': 404 ')) throw error
  })
  await speak(page, 'zh-CN')
  await as('reader', readerOf)
  await load(page, `${readerOf}&part=rules`)
  await expect(page.getByText(new RegExp(`BREX ${brexName} 既不在资料库中`))).toBeVisible()
  await expectNoRawKeys(page)
})
