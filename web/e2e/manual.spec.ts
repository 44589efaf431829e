import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/checks'
import { test } from './support/test'

/** Addresses outside the program that the page asked for. */
function strangers(page: Page, own: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^http/.test(url.protocol) && url.origin !== own) asked.push(request.url())
  })
  return asked
}

test('the user manual opens in English and leads through its chapters', async ({ page, server }) => {
  const asked = strangers(page, server.url)
  await page.goto('/user-manual/')
  await page.getByRole('link', { name: /English/ }).click()
  await expect(page).toHaveURL(/\/user-manual\/en\//)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  for (const chapter of [/Getting started/i, /Signing in/i, /Administration/i]) {
    await page.goto('/user-manual/en/')
    await page.getByRole('navigation').getByRole('link', { name: chapter }).first().click()
    await expect(page.getByRole('heading', { name: chapter }).first()).toBeVisible()
  }
  expect(asked).toEqual([])
})

test('the user manual opens in Chinese', async ({ page, server }) => {
  const asked = strangers(page, server.url)
  await page.goto('/user-manual/')
  await page.getByRole('link', { name: /中文/ }).click()
  await expect(page).toHaveURL(/\/user-manual\/zh\//)
  await expect(page.getByRole('main')).toContainText(/[\u4e00-\u9fff]{10}/)
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
  expect(asked).toEqual([])
})

test('the landing page of the manual is accessible', async ({ page }) => {
  await page.goto('/user-manual/')
  await expect(page.getByRole('link', { name: /English/ })).toBeVisible()
  await expectAccessible(page)
})

test('the documentation of the API loads without the internet', async ({ page, server }) => {
  const asked = strangers(page, server.url)
  await page.goto('/kbj/api/docs')
  await expect(page.getByText('/kbj/api/users/login').or(page.getByText('/users/login')).first()).toBeVisible(
    {
      timeout: 15_000,
    },
  )
  expect(asked).toEqual([])
})
