import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { queryClient } from '@/api/queries'
import { currentOverlay } from '@/lib/overlay'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import * as library from '@/testing/library'
import { packageOf } from '@/testing/packages'
import { ada, noCounts, rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { bookmark, visit } from '@/testing/workspace'
import { DashboardPage } from './DashboardPage'

connectApp()
const server = startServer(ada)

const mine = {
  recent: () => 'the visits',
  bookmark: () => 'the bookmarks',
  checkout: () => 'the check-outs',
}

const pageOf = <Item,>(items: Item[]) =>
  HttpResponse.json({ items, total: items.length, pageNumber: 1, pageSize: 5 })

const linksIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('the overview', () => {
  it('greets by name and role', () => {
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, rita' })).toBeVisible()
    expect(screen.getByText('Reader')).toBeVisible()
  })

  it('leads with the work that waits, and leaves out what is zero', async () => {
    server.use(
      http.get(at('/counts'), () =>
        HttpResponse.json({ ...noCounts, updates: 1, tasks: 1234, pendingUsers: 2, users: 9 }),
      ),
      http.get(at('/packages'), () => pageOf([packageOf({ id: 'p1', state: 'blocked' })])),
    )
    renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    const card = within(screen.getByRole('region', { name: 'Needs your attention' }))
    await card.findByRole('link', { name: '1 package with open findings' })
    expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1 pending OEM revision', '#/revisions'],
      ['1 package with open findings', '#/import/index?toMend=yes'],
      ['1,234 new tasks', '#/all-tasks/index?unseen=yes'],
      ['2 account requests', '#/admin/index?tab=users&status=pending'],
    ])
    expect(screen.getAllByRole('region')[0]).toHaveAccessibleName('Needs your attention')
  })

  it('says that nothing waits', async () => {
    server.use(http.get(at('/counts'), () => HttpResponse.json(noCounts)))
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    expect(await screen.findByText('Nothing needs your attention.')).toBeVisible()
  })

  it('offers to import a package and to open a manual', async () => {
    const manuals = [
      library.manual('H160', 'AMM'),
      library.manual('H160', 'MEL', { updatedOn: '2026-12-01' }),
    ]
    server.use(http.get(at('/csdb/manual'), () => HttpResponse.json(manuals)))
    const { user } = renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    await user.click(screen.getByRole('button', { name: 'Import a package' }))
    expect(currentOverlay()).toEqual({ kind: 'upload' })
    await user.click(screen.getByRole('button', { name: 'Open manual' }))
    await screen.findByRole('menuitem', { name: 'MEL (H160)' })
    const entries = screen.getAllByRole('menuitem')
    expect(entries.map((entry) => entry.textContent?.trim())).toEqual([
      'MEL (H160)',
      'AMM (H160)',
      'All manuals',
    ])
    expect(entries[0]).toHaveAttribute('href', '#/library/H160/MEL')
    cleanup()
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    expect(screen.queryByRole('button', { name: 'Import a package' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open manual' })).toBeVisible()
  })

  it('ends with the size of the library, each figure a link to the list it counts', async () => {
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
    renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    await screen.findByText('1,234')
    expect(linksIn('Library, fleet and people')).toEqual([
      ['Databases0', '#/system/csdbs'],
      ['Manuals2', '#/system/manuals'],
      ['Operators3', '#/operator-list/index'],
      ['Aircraft26', '#/operator-list/index?tab=aircraft'],
      ['Users1,234', '#/admin/index?tab=users'],
    ])
  })

  it('counts the publications that concern the user, each with the way to its list', async () => {
    const counted = { publicationsPublished: 3, publicationsToAcknowledge: 1 }
    const all = { ...noCounts, ...counted, publicationDrafts: 5, publicationsForApproval: 2 }
    server.use(http.get(at('/counts'), () => HttpResponse.json(all)))
    renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    await screen.findByText('5')
    const published = [
      ['Published in 30 days3', '#/publications?group=published'],
      ['To acknowledge1', '#/publications?group=toAcknowledge'],
    ]
    expect(linksIn('Publications')).toEqual([
      ['Publication drafts5', '#/publications?group=drafts'],
      ['For approval2', '#/publications?group=forApproval'],
      ...published,
    ])
    cleanup()
    queryClient.clear()
    server.use(http.get(at('/counts'), () => HttpResponse.json({ ...noCounts, ...counted })))
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    await waitFor(() => expect(linksIn('Publications')).toEqual(published))
  })

  it('shows a reader nothing of the administration', async () => {
    server.use(http.get(at('/counts'), () => HttpResponse.json(noCounts)))
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    await waitFor(() => expect(linksIn('Library, fleet and people')).toHaveLength(4))
    for (const title of ['Account requests', 'Latest changes', 'Open findings', 'Latest packages']) {
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
    const { user } = renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    expect(await screen.findByRole('link', { name: 'kim' })).toHaveAttribute(
      'href',
      '#/admin/index?tab=users&status=pending&filter=kim',
    )
    expect(await screen.findByRole('link', { name: 'kim asked for an account' })).toHaveAttribute(
      'href',
      '#/admin/index?tab=users&filter=kim',
    )
    await user.click(screen.getByRole('button', { name: 'View all' }))
    expect(currentOverlay()).toEqual({ kind: 'notifications' })
  })

  it('shows what runs, with its progress and the way to it', async () => {
    server.use(
      http.post(at('/airline/jobs/getJobsWithPage'), async ({ request }) => {
        expect(await request.json()).toMatchObject({ status: ['CREATED', 'STARTING', 'RUNNING'] })
        return pageOf([jobOf({ id: 'j1', status: 'RUNNING', jobName: 'universalImport', progress: 40 })])
      }),
    )
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    const card = within(await screen.findByRole('region', { name: 'Running tasks' }))
    expect(await card.findByRole('link', { name: 'Package import' })).toHaveAttribute(
      'href',
      '#/all-tasks/index?job=j1',
    )
    expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  })

  it('brings back where the reader was and what they marked', async () => {
    server.use(
      http.post(at('/users/recentVisitWithPage'), () => pageOf([visit('/H160/MEL/DMC-A_en-US.XML')])),
      http.post(at('/users/getBookmarksWithPage'), () =>
        pageOf([bookmark('b1', '/H160/MEL', { name: 'The list', folder: 'Daily' })]),
      ),
    )
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    const recents = within(screen.getByRole('region', { name: 'Recently viewed' }))
    expect(await recents.findByRole('link', { name: 'Title of DMC-A_en-US' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?dm=DMC-A_en-US',
    )
    const marked = within(screen.getByRole('region', { name: 'Bookmarks' }))
    expect(await marked.findByRole('link', { name: 'The list' })).toBeVisible()
    expect(marked.getByText('Daily')).toBeVisible()
  })

  it('lists the newest packages, and those whose findings are open', async () => {
    const open = packageOf({
      id: 'p1',
      fileName: 'open.zip',
      state: 'blocked',
      counts: { block: 2, warn: 1, info: 4 },
    })
    const imported = packageOf({
      id: 'p2',
      fileName: 'in.zip',
      state: 'imported',
      counts: { block: 0, warn: 9, info: 0 },
    })
    server.use(
      http.get(at('/packages'), ({ request }) =>
        pageOf(new URL(request.url).searchParams.get('toMend') === 'true' ? [open] : [open, imported]),
      ),
    )
    renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    const latest = within(screen.getByRole('region', { name: 'Latest packages' }))
    expect(await latest.findByRole('link', { name: 'in.zip' })).toHaveAttribute(
      'href',
      '#/import/index?package=p2',
    )
    const findings = within(screen.getByRole('region', { name: 'Open findings' }))
    expect(await findings.findByRole('link', { name: 'open.zip' })).toBeVisible()
    expect(
      findings.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['View all', '#/import/index?toMend=yes'],
      ['open.zip', '#/import/index?package=p1'],
      ['2 blocking', '#/import/index?package=p1&severity=block&view=all'],
      ['1 advisory', '#/import/index?package=p1&severity=warn&view=all'],
    ])
    expect(findings.queryByText('in.zip')).not.toBeInTheDocument()
  })

  it('shows the newest OEM revisions, and draws the library as bars that are a table of links', async () => {
    const older = library.manual('H160', 'AMM', { moduleCount: 3 })
    const newer = library.manual('H160', 'MEL', {
      moduleCount: 12,
      newerRevisionWaits: true,
      lanes: { oem: library.revision(4, { createdOn: '2026-11-01T00:00:00Z' }) },
    })
    server.use(
      http.get(at('/csdb'), () => HttpResponse.json([library.csdb('H160', { manualCount: 2 })])),
      http.get(at('/csdb/manual'), () => HttpResponse.json([older, newer])),
    )
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    const revisions = within(screen.getByRole('region', { name: 'Latest OEM revisions' }))
    await revisions.findByText('Revision 4')
    expect(revisions.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'View all',
      'MEL',
      'Pending decision',
      'AMM',
    ])
    expect(revisions.getByRole('link', { name: 'Pending decision' })).toHaveAttribute(
      'href',
      '#/revisions/400',
    )
    const modules = within(screen.getByRole('table', { name: 'Modules by manual' }))
    expect(modules.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'ManualNumber',
      'MEL (H160)12',
      'AMM (H160)3',
    ])
    expect(modules.getByRole('link', { name: '12' })).toHaveAttribute(
      'href',
      '#/library/H160/MEL?tab=modules',
    )
    const manuals = within(screen.getByRole('table', { name: 'Manuals by database' }))
    expect(manuals.getByRole('link', { name: '2' })).toHaveAttribute('href', '#/library/H160')
  })

  it('leads from the size of a fleet to the aircraft of its operator', async () => {
    const aircraft = ['HB-ZAA', 'HB-ZAB'].map((registration) => ({
      registration,
      serialNumber: '1',
      model: 'H160-B',
      productAttributes: [],
    }))
    server.use(
      http.get(at('/config/operator'), () => pageOf([{ id: 'o1', code: 'A&P', name: 'Alpine', aircraft }])),
    )
    renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
    expect(await screen.findByRole('link', { name: '2 aircraft' })).toHaveAttribute(
      'href',
      '#/operator-list/index?tab=aircraft&of=A%26P',
    )
  })

  it('says what to do while there are no operators', async () => {
    renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    expect(await screen.findByRole('link', { name: 'Add the first operator' })).toHaveAttribute(
      'href',
      '#/operator-list/index?do=create',
    )
  })

  it('keeps the other cards when one cannot be loaded', async () => {
    server.use(http.get(at('/audit'), () => problem(403, 'forbidden', 'You may not do this')))
    renderPage(<DashboardPage tab="overview" mine={mine} />, ada)
    expect(await screen.findByText('The audit log could not be loaded')).toBeVisible()
    expect(await screen.findByText('No pending requests.')).toBeVisible()
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
    const { user, place } = renderPage(<DashboardPage tab="overview" mine={mine} />, rita)
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
    renderPage(<DashboardPage tab="csdbs" mine={mine} />, rita)
    expect(await screen.findByRole('link', { name: 'H160' })).toHaveAttribute('href', '#/library/H160')
    cleanup()
    renderPage(<DashboardPage tab="manuals" mine={mine} />, rita)
    const row = await screen.findByRole('row', { name: /MEL H160 MEL Revision 1/ })
    expect(within(row).getByRole('link', { name: 'MEL' })).toHaveAttribute('href', '#/library/H160/MEL')
  })

  it('show the full-text search that they are given', () => {
    renderPage(<DashboardPage tab="fts" mine={mine} fullText="the search" />, rita)
    expect(screen.getByRole('tab', { name: 'Full text', selected: true })).toBeVisible()
    expect(screen.getByText('the search')).toBeVisible()
  })

  it.each([
    ['recent', 'the visits'],
    ['bookmark', 'the bookmarks'],
    ['col', 'the check-outs'],
  ] as const)('open the list of the workspace: %s', (tab, text) => {
    renderPage(<DashboardPage tab={tab} mine={mine} />, rita)
    expect(screen.getByText(text)).toBeVisible()
  })
})
