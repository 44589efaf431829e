import base, { expect, type Locator, type Page } from '@playwright/test'
import type { Role } from '../../src/api/types'
import type { Language } from '../../src/lib/i18n'
import { Api, addPerson, addUser, type Person, people } from './api'
import { type Server, startServer } from './server'

interface Fixtures {
  /** Signs in behind the browser's back and opens `path` there. */
  as: (who: Role | Person, path?: string) => Promise<void>
  /** The API as the administrator. */
  admin: Api
  /** Makes an account for this test alone, ready to work with. */
  newPerson: (role: Role) => Promise<Person>
  /** Makes an account for this test alone whose password must still be changed. */
  newUser: (role: Role) => Promise<Person>
  /** A name that no other test uses. */
  unique: (prefix: string) => string
  /** Lets the browser's console say what a test provokes; everything else it complains of fails the test. */
  expectComplaint: (text: RegExp) => void
}

interface WorkerFixtures {
  server: Server
}

let lastNumber = 0

export const test = base.extend<Fixtures & { quiet: undefined; complaints: RegExp[] }, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern.
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),

  as: async ({ page, server }, use) => {
    await use(async (who, path = '/dashboard') => {
      const person = typeof who === 'string' ? people[who] : who
      await storeSession(page, server.url, await new Api(server.url).signIn(person))
      await load(page, path)
    })
  },

  admin: async ({ server }, use) => {
    await use(new Api(server.url, await new Api(server.url).signIn(people.admin)))
  },

  newPerson: async ({ admin, server, unique }, use) => {
    const made: Person[] = []
    await use(async (role) => {
      const person = await addPerson(server.url, admin, unique(role), role)
      made.push(person)
      return person
    })
    // The next test on this server may be about its last administrator. Their page may still be saving something of theirs.
    for (const { account } of made)
      await expect(async () => {
        const user = await admin.user(account)
        if (user.role === 'admin')
          await admin.call('POST', '/user-manage/updateUser', { ...user, role: 'reader' })
      }).toPass({ timeout: 10_000 })
  },

  newUser: async ({ admin, unique }, use) => {
    await use((role) => addUser(admin, unique(role), role))
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern.
  unique: async ({}, use, testInfo) => {
    await use((prefix) => {
      lastNumber += 1
      return `${prefix}.${testInfo.workerIndex}.${lastNumber}`
    })
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from its pattern.
  complaints: async ({}, use) => use([]),

  expectComplaint: async ({ complaints }, use) => {
    await use((text) => void complaints.push(text))
  },

  quiet: [
    async ({ page, complaints }, use) => {
      const heard: string[] = []
      page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
      page.on('pageerror', (error) => heard.push(String(error)))
      await use(undefined)
      expect(heard.filter((text) => !complaints.some((expected) => expected.test(text)))).toEqual([])
    },
    { auto: true },
  ],
})

/** Puts a token where the application keeps it. */
export async function storeSession(page: Page, url: string, token: string): Promise<void> {
  const payload: { role: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const localStorage = [
    { name: 'airfolio.token', value: token },
    { name: 'airfolio.user', value: JSON.stringify(payload) },
    { name: 'airfolio.role', value: payload.role },
  ]
  // Nothing of the application runs meanwhile, nor sees who was signed in before.
  await page.goto('about:blank')
  await page.context().setStorageState({ cookies: [], origins: [{ origin: url, localStorage }] })
}

/** Takes the session from the browser, and all else it remembers, without the application's doing. */
export async function forgetAll(page: Page): Promise<void> {
  // On a page that asks the server nothing, so that no question is under way when the token goes.
  await page.goto('/kbj/api/docs/')
  await page.evaluate(() => localStorage.clear())
}

/** Lets the application speak `language` from its first page on. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.addInitScript((chosen) => {
    // A blank page has no storage.
    if (location.protocol !== 'about:') localStorage.setItem('airfolio.language', chosen)
  }, language)
}

/** Loads the application afresh at `path`. */
export async function load(page: Page, path: string): Promise<void> {
  // Not by way of a blank page: the browser would end the page's process and begin another, which takes thrice as long.
  if (page.url() === 'about:blank') await page.goto(`/#${path}`)
  else {
    await page.evaluate((to) => history.replaceState(null, '', to), `/#${path}`)
    await page.reload()
  }
  // Keys pressed before the page stands would go nowhere.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The pages of one visit: enough to be worth it, few enough for both workers to have their share. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, group) => items.slice(group * size, (group + 1) * size))
}

/** A form field by its label, which may add in either language that the field is required. */
export function field(within: Page | Locator, label: string): Locator {
  return within.getByLabel(new RegExp(`^${label}(required|必填)?$`))
}

/** Fills the login form and sends it. */
export async function signInByForm(page: Page, { account, password }: Person): Promise<void> {
  await field(page, 'Account').fill(account)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The session as the application stores it in this browser. */
export function storedSession(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() =>
    Object.fromEntries(
      ['token', 'user', 'role', 'locked'].map((name) => [name, localStorage.getItem(`airfolio.${name}`)]),
    ),
  )
}
