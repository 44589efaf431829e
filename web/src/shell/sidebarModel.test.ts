import { expect, it } from 'vitest'
import { currentOverlay } from '@/lib/overlay'
import { collection } from '@/testing/compliance'
import { csdb } from '@/testing/library'
import { ada, rita } from '@/testing/people'
import { groupOf, hrefOf, isAt, type SidebarEntry, sidebarEntries } from './sidebarModel'

const t = (key: string) => key.replace(/^shell\.(sidebar\.)?/, '')
const fleet = { ...csdb('A+B'), attributeMap: { aliasName: ['Our fleet'] } }
const databases = [csdb('H160'), fleet]
const collections = [collection('c1', { policyCollectionName: 'NWA Ops' })]
const entriesFor = (me: typeof ada) =>
  sidebarEntries(t, {
    me,
    unnotifiedJobs: 7,
    pendingRevisions: 2,
    policyReviews: 3,
    databases,
    collections,
    signOut: () => undefined,
  })
const outline = (entries: SidebarEntry[]) =>
  entries.map((entry) =>
    entry.kind === 'item' ? entry.label : [entry.label, ...entry.items.map((item) => item.label)],
  )
const all = entriesFor(ada)
const itemsOf = (entries: SidebarEntry[]) =>
  entries.flatMap((entry) => (entry.kind === 'item' ? [entry] : entry.items))
const item = (label: string, entries = all) => {
  const found = itemsOf(entries).find((each) => each.label === label)
  if (!found) throw new Error(`no entry ${label}`)
  return found
}

it('has the groups in the order of the specification', () => {
  expect(outline(all)).toEqual([
    'tasks',
    ['import', 'importPackage', 'packages', 'revisions'],
    ['library', 'allDatabases', 'H160', 'Our fleet', 'createDatabase'],
    ['workspace', 'checkout', 'changeRequests', 'bookmarks', 'recent'],
    'search',
    ['compliance', 'complianceOverview', 'complianceReview', 'NWA Ops', 'createCompliance'],
    ['more', 'infos', 'help', 'myAccount', 'admin', 'logout'],
  ])
})

it('leads to the pages of the specification', () => {
  const pages = itemsOf(all).filter((each) => each.target.kind === 'page')
  expect(Object.fromEntries(pages.map((each) => [each.label, hrefOf(each)]))).toEqual({
    tasks: '#/all-tasks/index',
    packages: '#/import/index',
    revisions: '#/revisions',
    allDatabases: '#/library/all',
    H160: '#/library/H160',
    'Our fleet': '#/library/A%2BB',
    checkout: '#/checkout',
    changeRequests: '#/change-requests',
    bookmarks: '#/bookmark',
    recent: '#/recent',
    search: '#/search/index',
    complianceOverview: '#/compliance-overview/index',
    complianceReview: '#/compliance-review',
    'NWA Ops': '#/compliance/c1',
    admin: '#/admin',
  })
})

it('shows the count of unnotified jobs at All tasks, leading to just these', () => {
  expect(item('tasks').badge).toEqual({
    count: 7,
    label: 'newTasks',
    path: '/all-tasks/index?unseen=yes',
  })
  const seen = sidebarEntries(t, {
    me: ada,
    unnotifiedJobs: 0,
    pendingRevisions: 0,
    databases,
    collections,
    signOut: () => undefined,
  })
  expect(item('tasks', seen).badge).toBeUndefined()
  expect(item('revisions', seen).badge).toBeUndefined()
  expect(item('complianceReview', seen).badge).toBeUndefined()
})

it('shows the count of pending OEM revisions at their inbox', () => {
  expect(item('revisions').badge).toEqual({ count: 2, label: 'pendingRevisions', path: '/revisions' })
})

it('shows the count of open reviews at the work list', () => {
  expect(item('complianceReview').badge).toEqual({
    count: 3,
    label: 'openReviews',
    path: '/compliance-review',
  })
})

it('has the Admin link, to #/admin, for administrators only', () => {
  expect(hrefOf(item('admin'))).toBe('#/admin')
  expect(outline(entriesFor(rita)).at(-1)).toEqual(['more', 'infos', 'help', 'myAccount', 'logout'])
})

it('shows a reader what he may not create, with the reason', () => {
  const reader = entriesFor(rita)
  expect(item('createDatabase', reader).disabledReason).toBe('mayNotCreateDatabase')
  expect(item('importPackage', reader).disabledReason).toBe('mayNotImport')
  expect(outline(reader)).toContainEqual(['compliance', 'complianceOverview', 'complianceReview', 'NWA Ops'])
  expect(itemsOf(all).filter((each) => each.disabledReason)).toEqual([])
})

it('opens the manual in a new tab and the dialogs over the page', () => {
  expect(item('help').target).toEqual({ kind: 'newTab', href: '/user-manual/' })
  const run = (label: string) => {
    const { target } = item(label)
    if (target.kind === 'action') target.run()
    return currentOverlay()
  }
  expect(run('importPackage')).toEqual({ kind: 'upload' })
  expect(run('infos')).toEqual({ kind: 'infos' })
  expect(run('createDatabase')).toEqual({ kind: 'createDatabase' })
  expect(run('createCompliance')).toEqual({ kind: 'createCompliance' })
  expect(run('myAccount')).toEqual({ kind: 'account', tab: 'details' })
})

it.each([
  ['/library/all', 'library'],
  ['/library/H160/MEL', 'library'],
  ['/import/index', 'import'],
  ['/revisions/7/merge', 'import'],
  ['/bookmark', 'workspace'],
  ['/compliance/42', 'compliance'],
  ['/compliance-overview/index', 'compliance'],
  ['/compliance-review', 'compliance'],
  ['/admin/index', 'more'],
  ['/dashboard', undefined],
  ['/libraryx', undefined],
])('opens for %s the group %s', (pathname, group) => {
  expect(groupOf(all, pathname)).toBe(group)
})

it('marks the entry of the page that is shown, and no entry that starts something on it', () => {
  const marked = (pathname: string) =>
    itemsOf(all)
      .filter((each) => isAt(each, pathname))
      .map((each) => each.label)
  expect(marked('/library/all')).toEqual(['allDatabases'])
  expect(marked('/library/H160/MEL')).toEqual(['H160'])
  expect(marked('/checkout')).toEqual(['checkout'])
  expect(marked('/admin/index')).toEqual(['admin'])
})
