import { expect } from '@playwright/test'
import { keepCards, printCard, taskCard } from './support/taskCards'
import { load, speak, test } from './support/test'

/** One red pixel. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

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

  await printCard(page)
  const head = taskCard(page).locator('> thead')
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
  await expect(taskCard(page).locator('> tbody')).toContainText('MechanicInspector')
  await expect(taskCard(page).locator('.rd-summary')).toHaveCount(0)

  await load(page, module)
  await printCard(page)
  await expect(taskCard(page).locator('> thead')).toContainText('EffectivityAll aircraft')
})

test('a task card of a module that does not apply tells it on paper', async ({ page, as }) => {
  await keepCards(page)
  const module = 'DMC-NV240-A-26-21-01-00A-920A-A_en-US'
  await as('reader', `/library/NV240/AMM?dm=${module}&aircraft=QZ-HAA&outside=grey`)
  await printCard(page)
  await expect(taskCard(page).locator('> thead')).toContainText(
    'This module does not apply to the selected aircraft. Applies to:',
  )
  await expect(taskCard(page)).toHaveAttribute('data-outside', 'greyed')
})

test('a task card is in the language of the reader', async ({ page, as }) => {
  await keepCards(page)
  await speak(page, 'zh-CN')
  await as('reader', '/library/NV240/AMM?dm=DMC-NV240-A-29-11-01-00A-920A-A_zh-CN')
  await printCard(page)
  await expect(taskCard(page).locator('> thead')).toContainText(
    /工卡非受控副本.*适用航空器全部航空器打印时间/,
  )
  await expect(taskCard(page).locator('> tbody')).toContainText('工作者检验员')
})
