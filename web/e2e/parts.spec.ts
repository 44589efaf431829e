import { expect } from '@playwright/test'
import { test } from './support/test'

test('an item of a parts figure and its row mark each other, and a part number leads to where it is used', async ({
  page,
  as,
}) => {
  await as('reader', '/library/NV240/AMM?dm=DMC-NV240-A-28-41-01-00A-941A-D_en-US')
  const drawing = page.locator('.pv-drawing').first()
  const area = drawing.getByRole('button', { name: '60 GASKET' })
  const row = page.locator('.s1d-parts > tbody', { hasText: 'GASKET' })
  await expect(row.getByRole('cell').nth(2)).toHaveText('• • GASKET')
  await area.click()
  await expect(row).toHaveAttribute('data-marked', '')
  await expect(row).toBeInViewport()

  // Otherwise the pointer marks the row that scrolling brings below it.
  await page.mouse.move(0, 0)
  const item = page.getByRole('button', { name: '01 040' })
  await item.focus()
  await expect(drawing.locator('[data-shown]')).toHaveAttribute('data-name', '40')

  await expect(row.getByText('Manufacturer')).toBeHidden()
  await row.getByText('Details').click()
  await expect(row.getByText('Manufacturer')).toBeVisible()

  await row.getByRole('link').click()
  await expect(page.getByText('Parts list').first()).toBeVisible()
})
