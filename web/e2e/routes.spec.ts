import { expect } from '@playwright/test'
import { people } from './support/api'
import { signInByForm, test } from './support/test'

/** Every route of the specification's table, with where it ends and the heading of its page. */
const routes = [
  ['/', '/dashboard', /^Welcome, /],
  ['/dashboard', '/dashboard', /^Welcome, /],
  ['/pages', '/pages/404', 'Page not found'],
  ['/pages/404', '/pages/404', 'Page not found'],
  ['/pages/500', '/pages/500', 'Something went wrong'],
  ['/my', '/my/recent', /^Welcome, /, 'Recent'],
  ['/my/recent', '/my/recent', /^Welcome, /, 'Recent'],
  ['/my/bookmark', '/my/bookmark', /^Welcome, /, 'Bookmarks'],
  ['/my/col', '/my/col', /^Welcome, /, 'Checkout list'],
  ['/library', '/library/all', 'Library'],
  ['/library/all', '/library/all', 'Library'],
  ['/library/H160', '/library/H160', 'Database'],
  ['/library/H160/MEL', '/library/H160/MEL', 'Manual'],
  ['/compliance-overview', '/compliance-overview/index', 'Compliance overview'],
  ['/compliance-overview/index', '/compliance-overview/index', 'Compliance overview'],
  ['/compliance', '/compliance/overview', 'Compliance overview'],
  ['/compliance/overview', '/compliance/overview', 'Compliance overview'],
  ['/compliance/42', '/compliance/42', 'Compliance'],
  ['/system', '/system/csdbs', /^Welcome, /, 'Databases'],
  ['/system/csdbs', '/system/csdbs', /^Welcome, /, 'Databases'],
  ['/system/manuals', '/system/manuals', /^Welcome, /, 'Manuals'],
  ['/fts/index', '/fts/index', /^Welcome, /, 'Full text'],
  ['/all-tasks/index', '/all-tasks/index', 'All tasks'],
  ['/import/index', '/import/index', 'Import'],
  ['/search/index?search=rotor', '/search/index?search=rotor', 'Search'],
  ['/admin', '/admin/index', 'Admin'],
  ['/admin/index', '/admin/index', 'Admin'],
  ['/operator-list/index', '/operator-list/index', 'Operators'],
  ['/checkout', '/checkout', 'Checkout list'],
  ['/bookmark', '/bookmark', 'Bookmarks'],
  ['/recent', '/recent', 'Recent'],
] as const

test('every route of the specification reaches its page', async ({ page, as }) => {
  await as('admin')
  for (const [path, end, heading, tab] of routes) {
    await test.step(path, async () => {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page).toHaveURL((url) => url.hash === `#${end}`)
      if (tab) await expect(page.getByRole('tab', { name: tab, selected: true })).toBeVisible()
    })
  }
})

test('every route of the specification leads to the login page when nobody is signed in, and back', async ({
  page,
}) => {
  await page.goto('/#/pages/register')
  for (const [path] of routes) {
    await test.step(path, async () => {
      await page.goto(`/#${path}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
      await page.goto('/#/pages/register')
      await expect(page.getByRole('heading', { level: 1, name: 'Request an account' })).toBeVisible()
    })
  }
  await page.goto('/#/library/H160/MEL')
  await signInByForm(page, people.reader)
  await expect(page).toHaveURL(/#\/library\/H160\/MEL$/)
})

test('login and register are open to everyone', async ({ page }) => {
  await page.goto('/#/pages/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await page.goto('/#/pages/register')
  await expect(page.getByRole('heading', { level: 1, name: 'Request an account' })).toBeVisible()
})

test('an address of no page is the 404 page', async ({ page, as }) => {
  await as('reader')
  for (const path of ['/payments', '/library/a/b/c', '/admin/nothing', '/pages/nothing', '/my/other']) {
    await page.goto(`/#${path}`)
    const heading = page.getByRole('heading', { level: 1, name: 'Page not found' })
    await expect(heading, path).toBeVisible()
    await page.getByRole('link', { name: 'Go to the dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible()
  }
})
