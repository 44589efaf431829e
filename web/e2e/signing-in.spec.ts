import { expect, type Request } from '@playwright/test'
import { Api, people } from './support/api'
import { chooseInMore } from './support/shell'
import { field, signInByForm, storedSession, storeSession, test } from './support/test'

const dashboard = { level: 1, name: /^Welcome, / }
const login = { level: 1, name: 'Sign in' }
const signedOut = { token: null, user: null, role: null, locked: null }

test('the right password leads to the dashboard', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/#\/pages\/login$/)
  await expect(page).toHaveTitle('Sign in · Airfolio')
  await signInByForm(page, people.reader)
  await expect(page.getByRole('heading', dashboard)).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard$/)
  const stored = await storedSession(page)
  expect(stored.role).toBe('reader')
  expect(stored.user).toContain('"account":"ruth.reader"')
  expect(stored.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
})

test('the sign-in page needs little to load', async ({ page }) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto('/')
  await expect(page.getByRole('heading', login)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = requests.filter((request) => request.resourceType() === 'script')
  const sizes = await Promise.all(scripts.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(120_000)
  expect(requests.length).toBeLessThanOrEqual(15)
})

test('a wrong password is refused with the message of the specification', async ({
  page,
  expectComplaint,
  newPerson,
}) => {
  expectComplaint(/status of 401/)
  const { account } = await newPerson('reader')
  await page.goto('/#/pages/login')
  await signInByForm(page, { account, password: 'not-the-password' })
  await expect(page.getByRole('alert')).toHaveText('Username or password error')
  await expect(field(page, 'Account')).toHaveValue(account)
  expect(await storedSession(page)).toEqual(signedOut)
})

test('empty fields are told at the fields and nothing is sent', async ({ page }) => {
  await page.goto('/#/pages/login')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(field(page, 'Account')).toHaveAccessibleDescription(/Account is empty/)
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/Password is empty/)
  expect(sent.filter((url) => url.includes('/users/login'))).toEqual([])
})

test('too many wrong passwords slow the form down and say for how long', async ({
  page,
  unique,
  expectComplaint,
}) => {
  expectComplaint(/status of 429/)
  const guess = { account: unique('guess'), password: 'not-the-password' }
  // Sent again and again until it is refused for that: the first delay is only a second long, too short for a person.
  await page.route('**/users/login', async (route) => {
    let response = await route.fetch()
    while (response.status() !== 429) response = await route.fetch()
    await route.fulfill({ response })
  })
  await page.clock.install()
  await page.goto('/#/pages/login')
  await expect(field(page, 'Account')).toBeVisible()
  // The page's clock stands still, so that the shortest wait can be read.
  await page.clock.pauseAt(Date.now() + 60_000)
  const refusal = page.waitForResponse('**/users/login')
  await signInByForm(page, guess)
  const seconds = Number((await refusal).headers()['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a moment and try again.')
  const told = (left: number) => `Try again in ${left} ${left === 1 ? 'second' : 'seconds'}`
  for (let left = seconds; left > 0; left--) {
    const button = page.getByRole('button', { name: told(left) })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await page.clock.runFor(1000)
  }
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
})

test('the first password must be changed before anything else', async ({ page, newUser }) => {
  const person = await newUser('author')
  await page.goto('/#/operator-list/index')
  await signInByForm(page, person)
  const choose = page.getByRole('heading', { level: 1, name: 'Set your password' })
  await expect(choose).toBeVisible()
  await page.goto('/#/dashboard')
  await page.reload()
  await expect(choose).toBeVisible()

  await field(page, 'Temporary password').fill(person.password)
  await field(page, 'New password').fill('short')
  await field(page, 'Confirm password').fill('other')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(field(page, 'New password')).toHaveAccessibleDescription(/At least 10 characters/)
  await expect(field(page, 'Confirm password')).toHaveAccessibleDescription(/The two passwords differ/)

  await field(page, 'New password').fill('a-better-password')
  await field(page, 'Confirm password').fill('a-better-password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', dashboard)).toBeVisible()
})

test('a session that ended leads through the login page back to where the user was', async ({
  page,
  server,
  expectComplaint,
}) => {
  expectComplaint(/status of 401/)
  const token = await new Api(server.url).signIn(people.reader)
  await storeSession(page, server.url, token)
  await page.goto('/#/operator-list/index?filter=rotor')
  await page.getByRole('button', { name: 'View Alpine Rotor Services' }).click()
  await expect(page.getByRole('dialog', { name: 'Alpine Rotor Services' })).toBeVisible()
  // The page notices by itself: what it asks for now and then is refused.
  await new Api(server.url, token).call('POST', '/users/logout')

  await expect(page.getByText('Session timeout, please login again')).toBeVisible()
  await expect(page.getByRole('heading', login)).toBeVisible()
  expect(await storedSession(page)).toEqual(signedOut)
  await signInByForm(page, people.reader)
  await expect(page.getByRole('dialog', { name: 'Alpine Rotor Services' })).toBeVisible()
  await expect(page).toHaveURL(/#\/operator-list\/index\?filter=rotor&operator=ALPROT$/)
})

test('a stored token whose time is over does not open a page', async ({ page, server }) => {
  const payload = { account: 'admin', email: 'a@b.example', role: 'admin', exp: 1_700_000_000 }
  const token = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`
  await storeSession(page, server.url, token)
  await page.goto('/#/admin/index')
  await expect(page.getByRole('heading', login)).toBeVisible()
})

test('logout clears the session, goes to the login page and reloads', async ({
  page,
  as,
  server,
  expectComplaint,
}) => {
  // What was asked a moment before may be answered after the session has ended.
  expectComplaint(/status of 401/)
  await as('author')
  const { token } = await storedSession(page)
  await page.evaluate(() => Object.assign(window, { beforeTheReload: true }))
  await chooseInMore(page, 'Logout')
  await expect(page.getByRole('heading', login)).toBeVisible()
  await page.waitForFunction(() => !('beforeTheReload' in window))
  await expect(page).toHaveURL(/#\/pages\/login$/)
  expect(await storedSession(page)).toEqual(signedOut)
  await expect(new Api(server.url, token ?? '').call('GET', '/users/me')).rejects.toThrow(/401/)
  await page.goBack()
  await expect(page.getByRole('heading', login)).toBeVisible()
})

test('signing in and out in one tab holds in the other', async ({ page, context, expectComplaint }) => {
  // The other tab may still be asking when the session ends.
  expectComplaint(/status of 401/)
  await page.goto('/#/operator-list/index')
  await expect(page.getByRole('heading', login)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/#/pages/login')
  await signInByForm(other, people.approver)
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible()
  await chooseInMore(other, 'Logout')
  await expect(page.getByRole('heading', login)).toBeVisible()
})

test('a crafted link cannot send anyone elsewhere after signing in', async ({ page }) => {
  await page.goto('/#/pages/login?back=//evil.example/')
  await signInByForm(page, people.reader)
  await expect(page.getByRole('heading', dashboard)).toBeVisible()
  await expect(page).toHaveURL(/#\/dashboard$/)
})
