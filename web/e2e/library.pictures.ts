import type { Page } from '@playwright/test'
import { settled } from './support/checks'
import { banner, upload } from './support/imports'
import { pictureFolder, pictureSizes } from './support/pictures'
import { keepCards, printCard, taskCard } from './support/taskCards'
import { load, speak, test } from './support/test'
import { demoFiles, demoPackage, zipOf } from './support/zip'

/** A package with something of everything that can be wrong. */
function spoiledPackage(): Buffer {
  const files = demoFiles('amm')
  const names = Object.keys(files).filter((name) => name.startsWith('DMC-'))
  const [first = '', second = '', third = '', ...others] = names
  const text = (name: string) => String(files[name])
  const spoiled: Record<string, Buffer | string> = { ...files, 'notes/readme.swf': 'FWS', 'empty.xml': '' }
  spoiled[first] = '<dmodule><content></dmodule>'
  spoiled[second] = text(second).replace('<content>', '<content><unheardOf/>')
  spoiled[`copy/${third}`] = text(third)
  for (const name of others.slice(0, 12)) {
    spoiled[name] = text(name).replaceAll(/systemCode="(\w\w)"/g, 'systemCode="Z9"')
  }
  for (const name of others.slice(12, 16)) delete spoiled[name]
  return zipOf(spoiled)
}

const partsList = 'DMC-NV240-A-28-41-01-00A-941A-D_en-US'
const procedure = 'DMC-NV240-A-62-11-01-00A-720A-A_en-US'
const tabsOfAManual = ['read', 'contents', 'modules', 'containers', 'unreferenced', 'details']
const partsOfAModule = ['read', 'data', 'references', 'referencedBy', 'versions']

for (const language of ['en-US', 'zh-CN'] as const) {
  for (const [size, viewport] of Object.entries(pictureSizes)) {
    test(`library ${language} ${size}`, async ({ page, as, admin, newPerson }) => {
      test.setTimeout(1_200_000)
      let number = 0
      const picture = async (name: string) => {
        await settled(page)
        number += 1
        const path = `${pictureFolder}/part2-${language}-${size}-${String(number).padStart(2, '0')}-${name}.png`
        await page.screenshot({ path, fullPage: true })
      }
      const visit = async (path: string, name: string) => {
        await load(page, path)
        await picture(name)
      }
      await keepCards(page)
      await page.setViewportSize(viewport)
      // The words that are clicked are English; the pictures are taken in the language asked for.
      const person = await newPerson('admin')
      await as(person, '/import/index')
      await upload(page, 'spoiled.zip', spoiledPackage())
      await page.locator('.af-alert').first().waitFor()
      await upload(page, 'NV240_AMM.zip', demoPackage('amm'))
      await banner(page, 'Ready to import !').waitFor()
      await speak(page, language)
      const { items } = await admin.get<{ items: { id: string; fileName: string }[] }>('/packages')
      const idOf = (name: string) => items.find(({ fileName }) => fileName === name)?.id ?? ''

      await visit('/import/index', 'imports')
      await visit(`/import/index?package=${idOf('spoiled.zip')}`, 'board-findings')
      await page.locator('main [aria-expanded=false]').first().click()
      await picture('board-findings-open')
      await visit(`/import/index?package=${idOf('spoiled.zip')}&view=file`, 'board-by-file')
      await visit(`/import/index?package=${idOf('NV240_AMM.zip')}`, 'board-clean')
      await visit(`/import/index?package=${idOf('NV240_AMM.zip')}&tab=contents`, 'board-contents')
      await visit(`/import/index?package=${idOf('NV240_AMM.zip')}&tab=comparison`, 'board-comparison')
      await load(page, `/import/index?package=${idOf('NV240_AMM.zip')}`)
      await page.locator('main .af-btn-primary').first().click()
      await page.getByRole('dialog').waitFor()
      await picture('importer')
      await importerSteps(page, picture)

      await visit('/dashboard', 'dashboard')
      await visit('/library/all', 'library')
      await visit('/library/all?tab=chapters', 'library-chapters')
      await visit('/library/NV240', 'database')
      for (const name of ['MMEL', 'AMM']) {
        for (const tab of tabsOfAManual) {
          await visit(`/library/NV240/${name}?tab=${tab}`, `manual-${name}-${tab}`)
        }
      }
      await load(page, '/library/NV240/MMEL?tab=contents')
      await page.locator('main td a').first().click()
      await picture('manual-section')
      await load(page, '/library/NV240/AMM?tab=modules')
      await page.locator('main td a').first().click()
      for (const [index, part] of partsOfAModule.entries()) {
        await page.locator('[role=tab]').nth(index).click()
        await picture(`module-${part}`)
      }
      await visit(`/library/NV240/AMM?dm=${partsList}`, 'module-parts-list')
      await visit(`/library/NV240/AMM?dm=${procedure}&aircraft=QZ-HAA`, 'module-procedure')
      await printCard(page)
      await taskCard(page).waitFor()
      await picture('task-card')
      await load(page, '/library/NV240')
      for (const [index, name] of [
        [0, 'rename'],
        [1, 'delete-database'],
        [2, 'create-manual'],
      ] as const) {
        await page.locator('.af-page-actions .btn').nth(index).click()
        await page.getByRole('dialog').waitFor()
        await picture(`dialog-${name}`)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
      await load(page, '/library/all')
      await page.locator('main .af-btn-primary').first().click()
      await page.getByRole('dialog').waitFor()
      await picture('dialog-create-database')

      await visit('/all-tasks/index', 'tasks')
      await page.locator('main td button').first().click()
      await page.getByRole('dialog').waitFor()
      await picture('task')
      for (const tab of ['severity', 'schemas', 'types', 'trash', 'audit']) {
        await visit(`/admin/index?tab=${tab}`, `admin-${tab}`)
      }
    })
  }
}

/** The dialog's summary is open; each button leads to the step after it. */
async function importerSteps(page: Page, picture: (name: string) => Promise<void>) {
  const dialog = page.getByRole('dialog')
  await dialog.locator('.af-dialog-body .btn').first().click()
  await dialog.getByRole('tree').waitFor()
  await picture('importer-choice')
  await dialog.locator('.af-dialog-body .btn').first().click()
  await dialog.getByRole('textbox').first().waitFor()
  await picture('importer-new-database')
  await dialog.locator('.af-dialog-foot .btn').first().click()
  await dialog.getByRole('tree').waitFor()
  await dialog.getByRole('treeitem').getByRole('button').first().click()
  await dialog.getByRole('textbox').first().waitFor()
  await picture('importer-new-manual')
}
