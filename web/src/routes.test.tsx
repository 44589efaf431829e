import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, tokenFor } from '@/testing/people'
import { renderApp } from '@/testing/renderApp'
import { startServer } from '@/testing/server'

startServer()
connectApp()
beforeEach(() => {
  startSession(tokenFor(ada))
  document.title = ''
})

describe('routes', () => {
  it.each([
    ['/dashboard', '/dashboard', 'Dashboard'],
    ['/my', '/my/recent', 'Recently viewed'],
    ['/my/bookmark', '/my/bookmark', 'Bookmarks'],
    ['/my/col', '/my/col', 'Checkout list'],
    ['/library', '/library/all', 'Library'],
    ['/library/H160', '/library/H160', 'H160'],
    ['/library/H160/MEL', '/library/H160/MEL', 'MEL'],
    ['/compliance-overview', '/compliance-overview/index', 'Compliance overview'],
    ['/compliance', '/compliance/overview', 'Compliance overview'],
    ['/compliance/42', '/compliance/42', 'Compliance'],
    ['/system', '/system/csdbs', 'Databases'],
    ['/system/manuals', '/system/manuals', 'Manuals'],
    ['/fts/index', '/fts/index', 'Full-text search'],
    ['/all-tasks/index', '/all-tasks/index', 'All tasks'],
    ['/import/index', '/import/index', 'Import'],
    ['/search/index?search=rotor', '/search/index?search=rotor', 'Search'],
    ['/admin', '/admin/index', 'Admin'],
    ['/operator-list/index', '/operator-list/index', 'Operators'],
    ['/revisions', '/revisions', 'OEM revisions'],
    ['/checkout', '/checkout', 'Checkout list'],
    ['/change-requests', '/change-requests', 'Change requests'],
    ['/replace', '/replace', 'Find and replace'],
    ['/bookmark', '/bookmark', 'Bookmarks'],
    ['/recent', '/recent', 'Recent'],
    ['/anything', '/anything', 'Page not found'],
    ['/anything/else', '/anything/else', 'Page not found'],
    ['/pages', '/pages/404', 'Page not found'],
    ['/pages/404', '/pages/404', 'Page not found'],
    ['/pages/500', '/pages/500', 'Something went wrong'],
    ['/pages/register', '/pages/register', 'Request an account'],
  ])('leads from %s to %s: %s', async (path, expected, title) => {
    const { place } = renderApp(path)
    await waitFor(() => expect(place()).toBe(expected))
    await waitFor(() => expect(document.title).toBe(`${title} · Airfolio`))
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  })
})
