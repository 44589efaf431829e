import { expect, type Page } from '@playwright/test'

/** Chooses a package on the page of uploads and sends it off. */
export async function choose(page: Page, name: string, content: Buffer): Promise<void> {
  await page
    .locator('main input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: content })
  await page.getByRole('dialog', { name: 'Import a package' }).getByRole('button', { name: 'Import' }).click()
}

/** The same, and waits until its check has begun. */
export async function upload(page: Page, name: string, content: Buffer): Promise<void> {
  await choose(page, name, content)
  await expect(page.getByText('Import started successfully.')).toBeVisible()
}

/** The banner at the top of the page that says this. */
export function banner(page: Page, text: string | RegExp) {
  return page.locator('.af-alert').filter({ hasText: text })
}
