import { expect } from '@playwright/test'
import type { Counts } from '../src/api/types'
import {
  accountButton,
  chooseInAccountMenu,
  chooseInMore,
  groupEntries,
  sidebar,
  sidebarToggle,
} from './support/shell'
import { load, speak, test } from './support/test'

test.describe('the header', () => {
  test('searches with Enter and with the icon, with an empty text too, and is cleared', async ({
    page,
    as,
  }) => {
    await as('reader')
    const header = page.getByRole('banner')
    const box = header.getByRole('searchbox', { name: 'Search' })
    await box.fill('rotor brake & pump')
    await box.press('Enter')
    await expect(page).toHaveURL(/#\/search\/index\?search=rotor\+brake\+%26\+pump$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible()
    await expect(box).toHaveValue('')
    await header.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/#\/search\/index\?search=$/)
    await box.fill('hoist')
    await header.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL(/#\/search\/index\?search=hoist$/)
    await expect(box).toHaveValue('')
  })

  test('shows a shadow only while the page is scrolled down', async ({ page, as }) => {
    await page.setViewportSize({ width: 1200, height: 400 })
    await as('admin')
    await expect(page.getByRole('heading', { name: 'Latest changes' })).toBeVisible()
    const header = page.getByRole('banner')
    await expect(header).toHaveCSS('box-shadow', 'none')
    await expect(async () => {
      await page.mouse.wheel(0, 300)
      await expect(header).not.toHaveCSS('box-shadow', 'none', { timeout: 2_000 })
    }).toPass()
    await expect(async () => {
      await page.mouse.wheel(0, -1000)
      await expect(header).toHaveCSS('box-shadow', 'none', { timeout: 2_000 })
    }).toPass()
  })

  test('leads home by the logo, which is 100 wide', async ({ page, as }) => {
    await as('reader', '/operator-list/index')
    const logo = page.getByRole('banner').getByRole('link', { name: 'Airfolio' })
    await expect(logo.getByRole('img')).toHaveAttribute('width', '100')
    await logo.click()
    await expect(page).toHaveURL(/#\/dashboard$/)
    await expect(page).toHaveTitle('Dashboard · Airfolio')
  })

  for (const [language, title] of [
    ['en-US', 'Technical publications'],
    ['zh-CN', '技术出版物管理'],
  ] as const) {
    test(`has its title from 992 px up, whole and beside a search box one can type in: ${language}`, async ({
      page,
      as,
    }) => {
      await speak(page, language)
      await as('reader')
      const header = page.getByRole('banner')
      for (const width of [1200, 992]) {
        await page.setViewportSize({ width, height: 800 })
        await expect(header.getByText(title)).toBeInViewport({ ratio: 1 })
        await expect(header.getByRole('button').last()).toBeInViewport({ ratio: 1 })
        expect(await header.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0)
        const box = await header.getByRole('searchbox').boundingBox()
        expect(box?.width).toBeGreaterThan(200)
      }
      await page.setViewportSize({ width: 991, height: 800 })
      await expect(header.getByText(title)).toBeHidden()
    })
  }

  test('has the account entries in order, with true counts', async ({ page, as, admin, newPerson }) => {
    await as(await newPerson('reader'))
    const { updates } = await admin.get<Counts>('/counts')
    await accountButton(page).click()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('group')).toHaveCount(2)
    await expect(menu.getByRole('group', { name: 'Account' }).getByRole('menuitem')).toHaveText([
      new RegExp(`^Updates\\s*${updates}$`),
      /^Messages\s*0$/,
      /^Tasks\s*0$/,
      /^Comments\s*0$/,
    ])
    await expect(menu.getByRole('menuitem')).toHaveText([
      /^Updates/,
      /^Messages/,
      /^Tasks/,
      /^Comments/,
      /^Profile/,
      /^Settings/,
      /^Payments/,
      /^Projects/,
      /^Lock Account/,
      /^Logout/,
    ])
    const payments = menu.getByRole('menuitem', { name: 'Payments' })
    await expect(payments).toHaveAttribute('aria-disabled', 'true')
    await expect(payments).toHaveAccessibleDescription('Not available')
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(accountButton(page)).toBeFocused()
  })

  test('counts the updates of a list of that length, whose rows open the revision', async ({
    page,
    as,
    admin,
  }) => {
    await as('reader')
    const { updates } = await admin.get<Counts>('/counts')
    await chooseInAccountMenu(page, 'Updates')
    const rows = page.getByRole('table', { name: 'Pending OEM revisions' }).getByRole('row')
    await expect(rows).toHaveCount(updates + 1)
    const link = rows.getByRole('link', { name: /^MMEL, OEM revision/ })
    await link.click()
    await expect(page).toHaveURL(/#\/revisions\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: /^MMEL, OEM revision/ })).toBeVisible()
  })

  test('leads by the account entries to their lists', async ({ page, as }) => {
    await as('reader')
    for (const [entry, url] of [
      ['Updates', /#\/revisions$/],
      ['Tasks', /#\/all-tasks\/index\?unseen=yes$/],
      ['Comments', /#\/comments\?state=open&mine=yes$/],
      ['Projects', /#\/library\/all$/],
    ] as const) {
      await chooseInAccountMenu(page, entry)
      await expect(page, entry).toHaveURL(url)
      await expect(page.getByRole('menu')).toBeHidden()
    }
  })

  test('opens by the account entries their dialogs', async ({ page, as }) => {
    await as('reader')
    for (const [entry, dialog, tab] of [
      ['Messages', 'Messages', 'Unread'],
      ['Profile', 'My account', 'Account Details'],
      ['Settings', 'My account', 'Preferences'],
    ] as const) {
      await chooseInAccountMenu(page, entry)
      const opened = page.getByRole('dialog', { name: dialog })
      await expect(opened.getByRole('tab', { name: tab, selected: true }), entry).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
    }
  })
})

test.describe('the sidebar', () => {
  test('has its groups in order, with the entries of each', async ({ page, as }) => {
    await as('admin')
    const top = sidebar(page).getByRole('list').first().locator('> li > a, > li > button')
    await expect(top).toHaveText([
      /^All tasks/,
      'Import',
      'Library',
      'Workspace',
      'Search',
      'Compliance',
      'More',
    ])
    for (const [group, entries] of [
      ['Import', ['Import a package', 'Uploaded packages', /^OEM revisions/]],
      ['Workspace', ['Checkout list', 'Change requests', 'Bookmarks', 'Recent']],
      ['More', ['Information', 'Help', 'My Account', 'Admin', 'Logout']],
    ] as const) {
      const opener = sidebar(page).getByRole('button', { name: group, exact: true })
      await expect(opener).toHaveAttribute('aria-expanded', 'false')
      await opener.click()
      await expect(groupEntries(page, group)).toHaveText([...entries])
    }
    await sidebar(page).getByRole('button', { name: 'Library', exact: true }).click()
    const library = groupEntries(page, 'Library')
    await expect(library.first()).toHaveText('All databases')
    await expect(library.filter({ hasText: 'NV240 Norvane' })).toHaveCount(1)
    await expect(library.last()).toHaveText('Create Database')
    await sidebar(page).getByRole('button', { name: 'Compliance', exact: true }).click()
    const compliance = groupEntries(page, 'Compliance')
    await expect(compliance.first()).toHaveText('Compliance overview')
    await expect(compliance.last()).toHaveText('Create New Compliance Info')
  })

  test('opens the group of the page that is loaded', async ({ page, as }) => {
    await as('admin')
    for (const [path, group, entry] of [
      ['/import/index', 'Import', 'Uploaded packages'],
      ['/revisions', 'Import', 'OEM revisions'],
      ['/library/all', 'Library', 'All databases'],
      ['/bookmark', 'Workspace', 'Bookmarks'],
      ['/compliance-overview/index', 'Compliance', 'Compliance overview'],
      ['/admin/index', 'More', 'Admin'],
    ] as const) {
      await load(page, path)
      const opener = sidebar(page).getByRole('button', { name: group, exact: true })
      await expect(opener, path).toHaveAttribute('aria-expanded', 'true')
      await expect(sidebar(page).getByRole('link', { name: entry, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
    }
  })

  test('is hidden below 992 px, comes over the page when asked, and goes with Escape or a navigation', async ({
    page,
    as,
  }) => {
    await page.setViewportSize({ width: 992, height: 800 })
    await as('reader')
    await expect(sidebar(page)).toBeVisible()
    await page.setViewportSize({ width: 991, height: 800 })
    await expect(sidebar(page)).toBeHidden()
    await sidebarToggle(page).click()
    await expect(sidebar(page)).toBeVisible()
    await expect(sidebarToggle(page)).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(sidebar(page)).toBeHidden()
    await sidebarToggle(page).click()
    await sidebar(page).getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL(/#\/search\/index/)
    await expect(sidebar(page)).toBeHidden()
    await sidebarToggle(page).click()
    await expect(sidebar(page)).toBeVisible()
    await page.mouse.click(900, 600)
    await expect(sidebar(page)).toBeHidden()
  })

  test('stays on a wide window as the user left it', async ({ page, as }) => {
    await as('reader')
    await sidebarToggle(page).click()
    await expect(sidebar(page)).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(sidebar(page)).toBeHidden()
    await sidebarToggle(page).click()
    await expect(sidebar(page)).toBeVisible()
    await page.reload()
    await expect(sidebar(page)).toBeVisible()
  })

  test('shows both versions under Infos', async ({ page, as }) => {
    await as('reader')
    await chooseInMore(page, 'Information')
    const infos = page.getByRole('dialog', { name: 'Information' })
    await expect(infos.getByRole('term')).toHaveText(['Frontend version', 'Backend version', 'Commit'])
    await expect(infos.getByRole('definition')).toHaveText(['5.0.0-rc.0', '5.0.0-rc.0', /\S/])
    await page.keyboard.press('Escape')
    await expect(infos).toBeHidden()
  })

  test('opens the user manual in a new tab under Help', async ({ page, as, context }) => {
    await as('reader')
    const opened = context.waitForEvent('page')
    await chooseInMore(page, 'Help')
    await expect(await opened).toHaveURL(/\/user-manual\//)
    await expect(page).toHaveURL(/#\/dashboard$/)
  })

  test('opens the account dialog under My Account and the administration under Admin', async ({
    page,
    as,
  }) => {
    await as('admin')
    await chooseInMore(page, 'My Account')
    await expect(page.getByRole('dialog', { name: 'My account' })).toBeVisible()
    await page.keyboard.press('Escape')
    await chooseInMore(page, 'Admin')
    await expect(page).toHaveURL(/#\/admin\/index$/)
  })
})

test.describe('the frame', () => {
  test('marks the workspace button of the current path and none elsewhere', async ({ page, as }) => {
    await as('reader')
    const buttons = page.getByRole('navigation', { name: 'Workspace lists' }).getByRole('link')
    await expect(buttons).toHaveText(['Checkout list', 'Bookmarks', 'Recent'])
    const active = page.getByRole('navigation', { name: 'Workspace lists' }).locator('[aria-current=page]')
    await expect(active).toHaveCount(0)
    for (const [name, url] of [
      ['Checkout list', /#\/checkout$/],
      ['Bookmarks', /#\/bookmark$/],
      ['Recent', /#\/recent$/],
    ] as const) {
      await buttons.filter({ hasText: name }).click()
      await expect(page).toHaveURL(url)
      await expect(active).toHaveText(name)
    }
    await page.goto('/#/my/recent')
    await expect(active).toHaveCount(0)
  })

  test('names database and manual in the breadcrumb and shows the folder tree only in the library', async ({
    page,
    as,
  }) => {
    await as('reader', '/library/H160%20fleet/MEL')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(crumbs.getByRole('listitem')).toHaveText(['', 'Library', 'H160 fleet', 'MEL'])
    await expect(crumbs.getByText('MEL')).toHaveAttribute('aria-current', 'page')
    const tree = page
      .getByRole('heading', { name: 'Folder tree' })
      .or(page.getByRole('complementary', { name: 'Folder tree' }))
      .or(page.getByRole('navigation', { name: 'Folder tree' }))
    await expect(tree.first()).toBeVisible()
    await crumbs.getByRole('link', { name: 'H160 fleet' }).click()
    await expect(page).toHaveURL(/#\/library\/H160%20fleet$/)
    await crumbs.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(/#\/dashboard$/)
    await expect(tree).toHaveCount(0)
  })

  test('credits the provider in the footer', async ({ page, as }) => {
    await as('reader')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('Powered by')
    await expect(footer.getByRole('link')).toHaveAttribute('href', /^https?:\/\//)
  })

  test('holds one overlay at a time, and any navigation closes it', async ({ page, as }) => {
    await as('reader')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('preferences')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog', { name: 'My account' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await page.goto('/#/recent')
    await expect(page.getByRole('heading', { level: 1, name: 'Recent' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('keeps search and compliance pages in memory while the user is elsewhere', async ({ page, as }) => {
    await as('reader')
    const heading = page.getByRole('heading', { level: 1 })
    for (const path of ['/search/index', '/compliance-overview/index', '/compliance/CAT-OPS']) {
      await load(page, path)
      const node = await heading.elementHandle()
      await page.goto('/#/recent')
      await expect(heading).toHaveText('Recent')
      await page.goto(`/#${path}`)
      await expect(heading).not.toHaveText('Recent')
      await expect.poll(() => node?.isVisible(), path).toBe(true)
    }
  })
})
