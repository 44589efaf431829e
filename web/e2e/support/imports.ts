import { request } from 'node:http'
import { expect, type Page, type Request } from '@playwright/test'

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

/** Sends the first bytes of an upload in the browser's place and hangs up; returns when the server has kept them. */
export async function sendBeginning(upload: Request, content: Buffer, bytes: number): Promise<void> {
  const { authorization = '', 'upload-id': id = '', 'content-type': type = '' } = await upload.allHeaders()
  const sending = request(upload.url(), {
    method: 'POST',
    headers: {
      authorization,
      'upload-id': id,
      'content-type': type,
      'content-length': String(content.length),
    },
  })
  sending.on('error', () => undefined)
  await new Promise((resolve) => sending.write(content.subarray(0, bytes), resolve))
  sending.destroy()
  const kept = new URL(`../uploads/${id}`, upload.url())
  await expect
    .poll(async () => {
      const { headers } = await fetch(kept, { method: 'HEAD', headers: { authorization } })
      return headers.get('upload-offset')
    })
    .toBe(String(bytes))
}
