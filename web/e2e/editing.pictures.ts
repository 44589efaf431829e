import type { Page } from '@playwright/test'
import { Api } from './support/api'
import { settled } from './support/checks'
import { pictureFolder, pictureSizes } from './support/pictures'
import { load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const publication = `${manual}/PMC-NV240-NVR01-AMM01-00_en-US.XML`
const moduleOf = (code: string) => `${manual}/DMC-NV240-A-${code}_en-US.XML`
const editorOf = (path: string) => `/editor?path=${encodeURIComponent(path)}`

for (const language of ['en-US', 'zh-CN'] as const) {
  for (const [size, viewport] of Object.entries(pictureSizes)) {
    test(`editing ${language} ${size}`, async ({ page, as, newPerson, server }) => {
      test.setTimeout(600_000)
      let number = 0
      const picture = async (name: string) => {
        await settled(page)
        number += 1
        const path = `${pictureFolder}/part4-${language}-${size}-${String(number).padStart(2, '0')}-${name}.png`
        await page.screenshot({ path })
      }
      await page.setViewportSize(viewport)
      await speak(page, language)
      const author = await newPerson('author')
      const api = new Api(server.url, await new Api(server.url).signIn(author))
      const edited = [publication, moduleOf('29-10-00-00A-364A-A'), moduleOf('29-11-01-00A-920A-A')]
      for (const path of edited) await api.call('POST', `/files/checkout/default${path}`)
      await as(author, `/library${manual}?dm=DMC-NV240-A-28-21-01-00A-520A-A_en-US&thread=all`)
      await page.locator('.cmt-threads button').first().click()
      await picture('comments-of-a-module')
      await load(page, '/comments')
      await picture('comments')
      await load(page, `/library/NV240/MMEL?part=changes&v=working&with=oem`)
      await page.locator('.ch-module .rd-page').first().waitFor()
      await picture('changes-of-a-manual')
      await page.locator('.ch-module h2 a').first().click()
      await page.locator('.s1d-module').first().waitFor()
      await picture('differences')
      await page
        .locator('[role="group"] button', { hasText: /Side by side|并排/ })
        .first()
        .click()
      await page.locator('.s1d-module').nth(1).waitFor()
      await picture('differences-beside')
      await openedDialogs(page, picture)
      await load(page, editorOf(publication))
      await page.getByRole('treeitem').first().waitFor()
      await picture('contents')
      await load(page, editorOf(moduleOf('29-10-00-00A-364A-A')))
      await page.getByRole('button', { name: /^(Page|页面)$/ }).click()
      const paragraph = page.locator('.ed-article .s1d-step [role="textbox"]').first()
      await paragraph.waitFor()
      await paragraph.click()
      await picture('page-view')
      await page.keyboard.press('ControlOrMeta+/')
      await page.getByRole('option').first().waitFor()
      await picture('insert-menu')
      await load(page, editorOf(moduleOf('29-11-01-00A-920A-A')))
      await page.getByRole('button', { name: /^(Source|源文本)$/ }).click()
      const source = page.locator('.cm-content')
      await source.waitFor()
      await source.press('ControlOrMeta+End')
      // Behind the last step.
      for (let line = 0; line < 13; line += 1) await page.keyboard.press('ArrowUp')
      await page.keyboard.press('End')
      await page.keyboard.type('<')
      await picture('source-view')
      await page.keyboard.press('Backspace')
      for (const path of edited) await api.call('POST', `/files/cancelCheckout/default${path}`)
    })
  }
}

async function openedDialogs(page: Page, picture: (name: string) => Promise<void>): Promise<void> {
  await load(page, `/library${manual}?tab=modules`)
  const make = page.getByRole('button', { name: /^New module in|新建模块$/ })
  if ((await make.count()) > 0) {
    await make.first().click()
    await picture('new-module')
    await page.keyboard.press('Escape')
  }
  await load(page, `/library${manual}?dm=DMC-NV240-A-26-21-01-00A-914A-A_en-US`)
  await page.getByRole('button', { name: /^More actions|^更多操作/ }).click()
  await page
    .getByRole('menuitem', { name: /^Change alternates|备选/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await picture('alternates')
}
