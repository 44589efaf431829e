import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/checks'
import { speak, test } from './support/test'

/** Addresses outside the program that the page asked for. */
function strangers(page: Page, own: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^http/.test(url.protocol) && url.origin !== own) asked.push(request.url())
  })
  return asked
}

test('the user manual opens in English, leads through its chapters and to its Chinese twin', async ({
  page,
  server,
}) => {
  const asked = strangers(page, server.url)
  await page.goto('/user-manual/')
  await expect(page).toHaveURL(/\/user-manual\/en\/introduction\.html$/)
  for (const chapter of ['Getting started', 'Signing in', 'Your account', 'Users and roles', 'Audit log']) {
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: chapter }).click()
    await expect(page.getByRole('heading', { level: 1, name: chapter })).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: '中文' }).click()
  await expect(page).toHaveURL(/\/user-manual\/zh\/audit-log\.html$/)
  await expect(page.getByRole('main')).toContainText(/[\u4e00-\u9fff]{10}/)
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  await expectAccessible(page)
  expect(asked).toEqual([])
})

test('who reads the application in Chinese reads the manual in Chinese', async ({ page }) => {
  await speak(page, 'zh-CN')
  await page.goto('/user-manual/')
  await expect(page).toHaveURL(/\/user-manual\/zh\//)
})

test('the manual is searched', async ({ page }) => {
  await page.goto('/user-manual/en/introduction.html')
  await page.getByRole('searchbox', { name: 'Search the manual' }).fill('one-time password')
  await page.getByRole('searchbox', { name: 'Search the manual' }).press('Enter')
  await expect(page.getByRole('link', { name: /Users and roles/ }).nth(1)).toBeVisible()
})

test('the documentation of the API loads without the internet', async ({ page, server }) => {
  const asked = strangers(page, server.url)
  await page.goto('/kbj/api/docs')
  await expect(page.getByText('/kbj/api/openapi.json')).toBeVisible()
  await page.getByRole('button', { name: 'Expand operation' }).first().click()
  await expect(page.getByRole('button', { name: /^(get|post|put|delete) ?\/access/i }).first()).toBeVisible()
  expect(asked).toEqual([])
})
