import { expect, type Page } from '@playwright/test'
import { load, speak, test } from './support/test'

/** One red pixel. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Keeps the card in the page, in place of the browser's dialog. */
async function keepCards(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => {
      const card = document.querySelector('.jc')
      if (card) document.body.prepend(card)
    }
  })
}

const card = (page: Page) => page.locator('body > .jc')

test('a procedure begins with a summary and is printed as a task card', async ({ page, as, admin }) => {
  const operator = await admin.operator('AZB')
  await admin.call('PUT', '/config/operator', { ...operator, logo })
  await keepCards(page)
  const module = '/library/NV240/AMM?dm=DMC-NV240-A-62-11-01-00A-720A-A_en-US'
  await as('reader', `${module}&aircraft=QZ-HAA`)
  const summary = page.locator('.rd-summary')
  await expect(summary.locator('summary')).toContainText('Spares 2')
  await summary.locator('summary').click()
  await expect(summary.getByRole('link', { name: /NV62-1101-20/ })).toBeVisible()

  const print = async () => {
    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Print task card' }).click()
  }
  await print()
  const head = card(page).locator('> thead')
  for (const text of [
    'Azure Bay Helicopters',
    'Task card',
    'Uncontrolled copy',
    'Main rotor blade - Install procedure',
    'DMC-NV240-A-62-11-01-00A-720A-A',
    'EffectivityQZ-HAA',
  ]) {
    await expect(head).toContainText(text)
  }
  await expect(head).toContainText(/Printed on\d{4}\/\d\d\/\d\d \d\d:\d\d/)
  await expect(head.locator('img')).toHaveAttribute('src', logo)
  await expect(card(page).locator('> tbody')).toContainText('MechanicInspector')
  await expect(card(page).locator('.rd-summary')).toHaveCount(0)

  await load(page, module)
  await print()
  await expect(card(page).locator('> thead')).toContainText('EffectivityAll aircraft')
})

test('a task card is in the language of the reader', async ({ page, as }) => {
  await keepCards(page)
  await speak(page, 'zh-CN')
  await as('reader', '/library/NV240/AMM?dm=DMC-NV240-A-29-11-01-00A-920A-A_zh-CN')
  await page.getByRole('main').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '打印工卡' }).click()
  await expect(card(page).locator('> thead')).toContainText(/工卡非受控副本.*有效性全部航空器打印时间/)
  await expect(card(page).locator('> tbody')).toContainText('工作者检验员')
})
