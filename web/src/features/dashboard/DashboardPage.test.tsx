import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import * as library from '@/testing/library'
import { ada, noCounts, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { DashboardPage } from './DashboardPage'

connectApp()
const server = startServer(ada)

const pageOf = <Item,>(items: Item[]) =>
  HttpResponse.json({ items, total: items.length, pageNumber: 1, pageSize: 5 })

const linksIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('the overview', () => {
  it('greets by name and role', () => {
    renderPage(<DashboardPage tab="overview" />, rita)
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, rita' })).toBeVisible()
    expect(screen.getByText('Reader')).toBeVisible()
  })

  it('makes every figure a link to the list it counts, zeros too', async () => {
    server.use(
      http.get(at('/counts'), () =>
        HttpResponse.json({
          ...noCounts,
          manuals: 2,
          operators: 3,
          aircraft: 26,
          users: 1234,
          pendingUsers: 1,
        }),
      ),
    )
    renderPage(<DashboardPage tab="overview" />, ada)
    await screen.findByText('1,234')
    expect([...linksIn('My work'), ...linksIn('Library, fleet and people')]).toEqual([
      ['Unseen tasks0', '#/all-tasks/index?unseen=yes'],
      ['Checked out0', '#/my/col'],
      ['Bookmarks0', '#/my/bookmark'],
      ['Recent visits0', '#/my/recent'],
      ['Databases0', '#/system/csdbs'],
      ['Manuals20 modules', '#/system/manuals'],
      ['Operators3', '#/operator-list/index'],
      ['Aircraft26', '#/operator-list/index?tab=aircraft'],
      ['Users1,234', '#/admin/index?tab=users'],
      ['Registrations1', '#/admin/index?tab=users&status=pending'],
    ])
  })

  it('shows a reader nothing of the administration', async () => {
    server.use(http.get(at('/counts'), () => HttpResponse.json(noCounts)))
    renderPage(<DashboardPage tab="overview" />, rita)
    await waitFor(() => expect(linksIn('My work')).toContainEqual(['Bookmarks0', '#/my/bookmark']))
    expect(linksIn('Library, fleet and people')).toHaveLength(4)
    for (const title of ['Registrations to answer', 'Latest changes']) {
      expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument()
    }
    expect(screen.queryByRole('link', { name: 'Add operator' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'My account' })).toBeVisible()
  })

  it('lists what waits for an administrator, each with its way there', async () => {
    server.use(
      http.get(at('/user-manage/queryAllUsers'), ({ request }) => {
        expect(new URL(request.url).searchParams.get('status')).toBe('pending')
        return pageOf([{ ...ada.user, id: 'kim', account: 'kim', status: 'pending' }])
      }),
      http.get(at('/notifications'), () =>
        pageOf([
          {
            id: 'n1',
            kind: 'accounts',
            code: 'user.registered',
            text: 'kim asked for an account',
            link: '/admin/index?tab=users&filter=kim',
            createdOn: '2026-11-05T08:30:00Z',
          },
        ]),
      ),
    )
    const { user } = renderPage(<DashboardPage tab="overview" />, ada)
    expect(await screen.findByRole('link', { name: 'kim' })).toHaveAttribute(
      'href',
      '#/admin/index?tab=users&status=pending&filter=kim',
    )
    expect(await screen.findByRole('link', { name: 'kim asked for an account' })).toHaveAttribute(
      'href',
      '#/admin/index?tab=users&filter=kim',
    )
    await user.click(screen.getByRole('button', { name: 'All messages' }))
    expect(currentOverlay()).toEqual({ kind: 'notifications' })
  })

  it('says what to do while there are no operators', async () => {
    renderPage(<DashboardPage tab="overview" />, ada)
    expect(await screen.findByRole('link', { name: 'Add the first operator' })).toHaveAttribute(
      'href',
      '#/operator-list/index?do=create',
    )
  })

  it('keeps the other cards when one cannot be loaded', async () => {
    server.use(http.get(at('/audit'), () => problem(403, 'forbidden', 'You may not do this')))
    renderPage(<DashboardPage tab="overview" />, ada)
    expect(await screen.findByText('The audit log could not be loaded')).toBeVisible()
    expect(await screen.findByText('Nobody waits for an account.')).toBeVisible()
  })
})

describe('the tabs', () => {
  it.each([
    ['Recent', '/my/recent'],
    ['Bookmarks', '/my/bookmark'],
    ['Checkout list', '/my/col'],
    ['Databases', '/system/csdbs'],
    ['Manuals', '/system/manuals'],
    ['Full text', '/fts/index'],
    ['Overview', '/dashboard'],
  ])('%s stands at %s', async (name, path) => {
    const { user, place } = renderPage(<DashboardPage tab="overview" />, rita)
    await user.click(screen.getByRole('tab', { name }))
    expect(place()).toBe(path)
  })

  it('list all databases at /system/csdbs, and the manuals of all at /system/manuals', async () => {
    server.use(
      http.get(at('/csdb'), () => HttpResponse.json([library.csdb('H160')])),
      http.get(at('/csdb/manual'), ({ request }) => {
        expect(new URL(request.url).search).toBe('')
        return HttpResponse.json([library.manual('H160', 'MEL')])
      }),
    )
    renderPage(<DashboardPage tab="csdbs" />, rita)
    expect(await screen.findByRole('link', { name: 'H160' })).toHaveAttribute('href', '#/library/H160')
    cleanup()
    renderPage(<DashboardPage tab="manuals" />, rita)
    const row = await screen.findByRole('row', { name: /MEL H160 MEL Revision 1/ })
    expect(within(row).getByRole('link', { name: 'MEL' })).toHaveAttribute('href', '#/library/H160/MEL')
  })

  it('say which step fills a list and where to go today', () => {
    renderPage(<DashboardPage tab="bookmark" />, rita)
    expect(screen.getByRole('tab', { name: 'Bookmarks', selected: true })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'See operators and aircraft' })).toHaveAttribute(
      'href',
      '#/operator-list/index',
    )
  })
})
