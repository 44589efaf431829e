import { expect, type Page } from '@playwright/test'
import { forgetAll, signInByForm, test } from './support/test'

const switchOf = (page: Page) => page.getByRole('button', { name: /^(Language|语言): / })

test('English is the default, whatever the browser prefers', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await context.close()
})

test('the language chosen in the header is remembered with the account', async ({
  page,
  as,
  newPerson,
  admin,
}) => {
  const person = await newPerson('reader')
  await as(person)
  await switchOf(page).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `欢迎，${person.account}` })).toBeVisible()
  await expect(page).toHaveTitle('工作台 · Airfolio')
  await expect.poll(async () => (await admin.user(person.account)).preferences.locale).toBe('zh-CN')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `欢迎，${person.account}` })).toBeVisible()
  await forgetAll(page)
  await page.goto('/#/pages/login')
  await signInByForm(page, person)
  await expect(page.getByRole('heading', { level: 1, name: `欢迎，${person.account}` })).toBeVisible()
})

test('the language chosen on the login page holds on the device, and the server answers in it', async ({
  page,
  newPerson,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  const person = await newPerson('reader')
  await page.goto('/#/pages/login')
  await switchOf(page).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.getByLabel('账号', { exact: true }).fill(person.account)
  await page.getByLabel('密码', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('alert')).toHaveText(/用户名或密码/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
})

test('dates are yyyy/MM/DD in both languages', async ({ page, as, newPerson }) => {
  await as(await newPerson('reader'), '/operator-list/index')
  const date = page.getByRole('row', { name: /Alpine Rotor Services/ }).getByText(/^\d{4}\/\d{2}\/\d{2}$/)
  await expect(date).toBeVisible()
  await switchOf(page).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '运营人' })).toBeVisible()
  await expect(date).toBeVisible()
})
