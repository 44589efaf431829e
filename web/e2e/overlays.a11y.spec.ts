import { expect, type Page } from '@playwright/test'
import { people } from './support/api'
import { expectAccessible, expectNoSidewaysScroll } from './support/checks'
import { type Overlay, testOverlays } from './support/overlays'
import { speak, test } from './support/test'

// Colours are measured on what stands still: a fade that begins between two looks would be measured half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const dialog = (page: Page) => page.getByRole('dialog')
const accountMenu = async (page: Page, entry?: number) => {
  await page.getByRole('banner').getByRole('button').last().click()
  await expect(page.getByRole('menu')).toBeVisible()
  if (entry !== undefined) await page.getByRole('menuitem').nth(entry).click()
}

/** Everything that lies over a page of the frame, the administration and the operators. */
const overlays: readonly Overlay[] = [
  { name: 'the account menu', open: (page) => accountMenu(page) },
  {
    name: 'the language menu',
    open: async (page) => {
      await page.getByRole('button', { name: /^(Language|语言): / }).click()
      await expect(page.getByRole('menuitemradio')).toHaveCount(2)
    },
  },
  { name: 'the messages', open: (page) => accountMenu(page, 1) },
  {
    name: 'the account details, unlocked',
    open: async (page) => {
      await accountMenu(page, 4)
      await dialog(page)
        .getByRole('button', { name: /^(Edit|编辑)$/ })
        .click()
    },
  },
  {
    name: 'the password tab with its errors',
    open: async (page) => {
      await accountMenu(page, 4)
      await dialog(page).getByRole('tab').nth(1).click()
      await dialog(page)
        .getByRole('button', { name: /^(Edit|编辑)$/ })
        .click()
      await dialog(page).locator('button[type=submit]').click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(3)
    },
  },
  { name: 'the preferences', open: (page) => accountMenu(page, 5) },
  { name: 'the command palette', open: (page) => page.keyboard.press('Control+k') },
  { name: 'the shortcuts', open: (page) => page.keyboard.press('?') },
  {
    name: 'the infos',
    open: async (page) => {
      await page.locator('#sidebar button[aria-expanded]').last().click()
      await page.locator('#sidebar').getByRole('list').last().getByRole('button').first().click()
      await expect(dialog(page).getByRole('definition')).toHaveCount(3)
    },
  },
  {
    name: 'the menu of a user',
    path: '/admin/index?tab=users&filter=ruth',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  },
  ...Object.entries({ edit: 0, reset: 1, deactivate: 3 }).map(([action, index]) => ({
    name: `the dialog to ${action} a user`,
    path: '/admin/index?tab=users&filter=ruth',
    open: async (page: Page) => {
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await page.getByRole('menuitem').nth(index).click()
      await expect(dialog(page)).toBeVisible()
    },
  })),
  {
    name: 'a new user with errors and a set password',
    path: '/admin/index?tab=users&do=create',
    open: async (page) => {
      await dialog(page).getByRole('radio').last().check()
      await dialog(page).locator('button[type=submit]').click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(3)
    },
  },
  {
    name: 'an audit entry opened and the chain verified',
    path: '/admin/index?tab=audit',
    open: async (page) => {
      await page.locator('summary').first().click()
      await page.getByRole('button', { name: /^(Verify chain|校验日志链)$/ }).click()
      await expect(page.getByRole('main').getByText(/^(Chain intact|.*完整.*)$/)).toBeVisible()
    },
  },
  {
    name: 'what a user may see',
    path: '/admin/index?tab=users&filter=ruth',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await page.getByRole('menuitem').last().click()
      await expect(dialog(page).getByRole('row').nth(1)).toBeVisible()
    },
  },
  {
    name: 'a new group with an error and people found',
    path: '/admin/index?tab=groups&do=create',
    open: async (page) => {
      await dialog(page).getByRole('searchbox').fill('ruth')
      await expect(dialog(page).getByRole('checkbox').first()).toBeVisible()
      await dialog(page).locator('button[type=submit]').click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(1)
    },
  },
  {
    name: 'the access to a manual with a new grant',
    path: '/admin/index?tab=access&filter=/NV240/MMEL',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await dialog(page).getByRole('combobox').first().fill('ruth')
      await dialog(page).getByRole('listbox').getByRole('option').first().click()
      await expect(dialog(page).locator('select')).toHaveCount(1)
    },
  },
  {
    name: 'a new identity provider with errors',
    path: '/admin/index?tab=signIn',
    open: async (page) => {
      await page.getByRole('button', { name: /^(Add provider|添加提供方)$/ }).click()
      await dialog(page).locator('input[name=roleClaim]').fill('roles')
      await dialog(page)
        .getByRole('button', { name: /^(Add value|添加值)$/ })
        .click()
      await dialog(page).locator('button[type=submit]').click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(4)
    },
  },
  {
    name: 'a new service token with errors',
    path: '/admin/index?tab=tokens',
    open: async (page) => {
      await page.getByRole('button', { name: /^(Create token|创建令牌)$/ }).click()
      await dialog(page).getByRole('radio').last().check()
      await dialog(page).locator('button[type=submit]').click()
      await expect(dialog(page).locator('[aria-invalid=true]')).toHaveCount(1)
    },
  },
  {
    name: 'a new operator with an aircraft, attributes and errors',
    path: '/operator-list/index?do=create',
    open: async (page) => {
      await page.getByRole('heading', { level: 3 }).locator('xpath=following-sibling::button').click()
      const aircraft = dialog(page).getByRole('group').last()
      await aircraft.locator('[aria-expanded=false]').click()
      await aircraft.getByRole('button').last().click()
      await dialog(page).locator('button[type=submit]').click()
      await expect(dialog(page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'the question before an operator is deleted',
    path: '/operator-list/index?filter=ALPROT',
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await expect(dialog(page)).toBeVisible()
    },
  },
  { name: 'the lock screen', open: (page) => accountMenu(page, 8) },
]

for (const language of ['en-US', 'zh-CN'] as const) {
  test.describe(language, () => {
    test.beforeEach(({ page }) => speak(page, language))

    testOverlays(overlays)

    test('the sidebar over a narrow page: accessible', async ({ page, as }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await as('admin')
      await page.getByRole('banner').getByRole('button').first().click()
      await expect(page.locator('#sidebar')).toBeVisible()
      await expectAccessible(page)
    })

    test('the login page with its message: accessible', async ({ page, expectComplaint, unique }) => {
      expectComplaint(/status of 401/)
      await page.goto('/#/pages/login')
      await page.locator('input').first().fill(unique('nobody'))
      await page.locator('input[type=password]').fill('not-the-password')
      await page.locator('button[type=submit]').click()
      await expect(page.getByRole('alert')).not.toBeEmpty()
      await expectAccessible(page)
    })

    test('the page to choose the first password: accessible', async ({ page, as, newUser }) => {
      await as(await newUser('reader'))
      await page.locator('button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })

    test('a one-time password: accessible', async ({ page, as, newUser }) => {
      const { account } = await newUser('reader')
      await as('admin', `/admin/index?tab=users&filter=${account}`)
      await page.getByRole('row').nth(1).getByRole('button').last().click()
      await page.getByRole('menuitem').nth(1).click()
      await dialog(page).getByRole('button').last().click()
      await expect(dialog(page).locator('code')).toBeVisible()
      await expectAccessible(page)
    })

    test('a toast and an alert: accessible', async ({ page, as, newPerson, server, expectComplaint }) => {
      expectComplaint(/status of 401/)
      const person = await newPerson('reader')
      await as(person)
      await accountMenu(page, 5)
      await dialog(page).locator('button[type=submit]').click()
      await expect(page.getByRole('log').filter({ hasText: /saved|保存/ })).toBeVisible()
      await expectAccessible(page)
      const token = await page.evaluate(() => localStorage.getItem('airfolio.token'))
      await fetch(`${server.url}/kbj/api/users/logout`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      })
      await page.goto('/#/operator-list/index')
      await expect(page.getByRole('log').filter({ hasText: /Session timeout|会话/ })).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test('a locked screen of somebody else says whose it is', async ({ page, as }) => {
  await as('reader')
  await accountMenu(page, 8)
  await expect(page.getByText(people.reader.account, { exact: true })).toBeVisible()
})
