import { expect } from '@playwright/test'
import { expectAccessible, expectNoRawKeys } from './support/checks'
import { field, load, speak, test } from './support/test'

const manual = '/NV240/AMM'
const publication = `${manual}/PMC-NV240-NVR01-AMM01-00_en-US.XML`

test('an author makes a module, enters it in a section and checks the contents in', async ({
  page,
  as,
  newPerson,
}) => {
  await as(await newPerson('author'), `/library${manual}`)
  await page.getByRole('button', { name: /^New module in/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New module' })
  await dialog.getByLabel('Type (information code)').selectOption('520')
  await dialog.getByLabel('Subject in this manual').selectOption({ index: 3 })
  await dialog.getByRole('button', { name: 'Next free assembly' }).click()
  await field(dialog, 'Technical name').fill('Quick-release coupling')
  await dialog.getByLabel('Enter in publication').selectOption(publication)
  await dialog.getByLabel('Section').selectOption({ label: '29 Hydraulic power' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: /Quick-release coupling/ })).toBeVisible()

  await load(page, `/editor?path=${encodeURIComponent(publication)}`)
  const tree = page.getByRole('tree', { name: /^Contents of/ })
  const entry = tree.getByRole('treeitem', { name: /Quick-release coupling/ })
  await expect(entry).toHaveAttribute('aria-level', '2')
  await entry.click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText(/Quick-release coupling.* moved\./)).toBeVisible()
  await page.getByRole('button', { name: 'Add section' }).click()
  await field(page.getByRole('dialog'), 'Title').fill('Couplings')
  await page.keyboard.press('Enter')
  await expect(tree.getByRole('treeitem', { name: /Couplings/ })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(tree.getByRole('treeitem', { name: /Couplings/ })).toHaveCount(0)
  await expect(page.getByText(/^Saved \d\d:\d\d:\d\d$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByText(/^Checked in as/)).toBeVisible()
  await expect(page).not.toHaveURL(/editor/)
  await load(page, `/library${manual}?tab=contents&filter=coupling`)
  await expect(page.getByRole('row', { name: /Quick-release coupling/ })).toBeVisible()
})

test('entries of the contents are dragged', async ({ page, as, newPerson }) => {
  const author = await newPerson('author')
  await as(author, `/library${manual}`)
  await page.getByRole('button', { name: /^New module in/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New module' })
  await dialog.getByRole('radio', { name: 'Publication module' }).check()
  await field(dialog, 'Number').fill('DRAG1')
  await field(dialog, 'Title').fill('Short manual')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('No entries')).toBeVisible()
  for (const title of ['First', 'Second']) {
    await page.getByRole('button', { name: 'Add section' }).click()
    await field(page.getByRole('dialog'), 'Title').fill(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('treeitem', { name: title })).toBeFocused()
    if (title === 'Second') await page.keyboard.press('Alt+ArrowLeft')
  }
  const rows = page.getByRole('treeitem')
  await expect(rows).toHaveText([/First/, /Second/])
  await page.getByRole('treeitem', { name: 'Second' }).dragTo(page.getByRole('treeitem', { name: 'First' }), {
    targetPosition: { x: 60, y: 2 },
  })
  await expect(rows).toHaveText([/Second/, /First/])
})

test('a code that is taken is refused, and the next free one offered, in Chinese', async ({
  page,
  as,
  newPerson,
}) => {
  await speak(page, 'zh-CN')
  await as(await newPerson('author'), `/library${manual}`)
  await page
    .getByRole('button', { name: /新建模块$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: '新建模块' })
  await dialog.getByLabel('类型（信息码）').selectOption('520')
  await field(dialog, '系统').fill('28')
  await field(dialog, '子系统').fill('2')
  await field(dialog, '子子系统').fill('1')
  await field(dialog, '组件').fill('01')
  await dialog.getByLabel('语言').selectOption('en-US')
  await expect(dialog.getByText('此代码已被使用')).toBeVisible()
  await dialog.getByRole('button', { name: /^使用 DMC-/ }).click()
  await expect(field(dialog, '信息差异码')).toHaveValue('B')
  await expectNoRawKeys(page)
})

test('a reader cannot make modules', async ({ page, as, newPerson }) => {
  await as(await newPerson('reader'), `/library${manual}`)
  await expect(page.getByRole('button', { name: /^New module in/ })).toHaveAttribute('aria-disabled', 'true')
})

test('a container loses and takes an alternate', async ({ page, as, newPerson, expectComplaint }) => {
  // The contents are made anew, and the open sections of the tree are asked for once more.
  expectComplaint(/404/)
  const author = await newPerson('author')
  await as(author, `/library${manual}?dm=DMC-NV240-A-26-21-01-00A-914A-A_en-US`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Change alternates' }).click()
  const dialog = page.getByRole('dialog', { name: /^Alternates of/ })
  const remove = dialog.getByRole('button', { name: /^Remove / })
  await expect(remove).toHaveCount(2)
  await remove.first().click()
  await expect(remove).toHaveCount(1)
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('searchbox', { name: 'Search by code or title' }).fill('26-21-01-00A-920A')
  await dialog
    .getByRole('radio', { name: /26-21-01-00A-920A/ })
    .first()
    .check()
  await dialog.getByRole('button', { name: 'Add alternate' }).click()
  await expect(remove).toHaveCount(2)
  await expectAccessible(page)
})
