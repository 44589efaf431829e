import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { manual } from '@/testing/library'
import { rita } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { revisionDecision, waitingRevision } from '@/testing/revisions'
import { at, problem, startServer } from '@/testing/server'
import { toastStore } from '@/ui/toasts'
import { RevisionsPage } from './RevisionsPage'

connectApp()
const server = startServer(rita)

const page = (items: unknown[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 10 })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString()
/** A calendar day from today, at this time of the day: close to midnight, hours more would be another day. */
const inDays = (days: number) => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return day.toISOString()
}

it('lists the pending revisions with age and clock, each leading to its page', async () => {
  const waiting = [
    waitingRevision(2, { dueOn: inDays(3), createdOn: daysAgo(56), isNewest: false }),
    waitingRevision(3, { dueOn: inDays(-3), createdOn: daysAgo(62) }),
    waitingRevision(4, { packageId: undefined }),
  ]
  server.use(http.get(at('/revisions/waiting'), () => HttpResponse.json(page(waiting))))
  renderPage(<RevisionsPage />, rita, '/revisions')
  expect(await screen.findByRole('link', { name: 'MEL, OEM revision 2' })).toHaveAttribute(
    'href',
    '#/revisions/200',
  )
  expect(screen.getByText('3 days left')).toBeVisible()
  expect(screen.getByText('3 days overdue')).toBeVisible()
  expect(screen.getByText('Received 56 days ago')).toBeVisible()
  expect(screen.getByText('A later revision is pending too')).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'mel-r2.zip' })[0]).toHaveAttribute(
    'href',
    '#/import/index?package=p7',
  )
  expect(screen.getByRole('cell', { name: '002 · 2026/02/01' })).toBeVisible()
  expect(screen.getByText('deleted')).toBeVisible()
})

it('says that no OEM revision is pending', async () => {
  renderPage(<RevisionsPage />, rita, '/revisions')
  expect(await screen.findByText('No pending OEM revisions')).toBeVisible()
})

it('lists what the airline changed since its last release', async () => {
  const asked: string[] = []
  const change = {
    path: '/H160/MEL/DMC-A_en-US.XML',
    title: 'Hoist',
    kind: 'dm',
    state: 'changed',
    issue: '001-01',
    reason: 'Our limit',
    highlights: ['New torque'],
    changeRequest: { id: 'c7', number: 7 },
    changeRequests: [
      { id: 'c7', number: 7 },
      { id: 'c5', number: 5 },
    ],
    checkIns: [],
    changedBy: 'li',
    changedOn: '2026-02-01T10:00:00Z',
    oldVersion: '70',
    newVersion: '71',
  }
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
    http.get(at('/revisions/airline'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(page([change]))
    }),
  )
  const { user } = renderPage(<RevisionsPage />, rita, '/revisions?tab=airline')
  expect(await screen.findByRole('link', { name: 'Hoist' })).toHaveAttribute(
    'href',
    '#/library/H160/MEL?dm=DMC-A_en-US&part=compare&v=70&with=71',
  )
  for (const text of ['New torque', 'Our limit', 'Changed', 'Change request #5']) {
    expect(screen.getByText(text)).toBeVisible()
  }
  expect(asked[0]).toContain('since=release')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Changes since' }), 'OEM revision')
  await screen.findByRole('link', { name: 'Hoist' })
  expect(asked.at(-1)).toContain('since=oem')
})

it('says why there is no manual to choose', async () => {
  server.use(http.get(at('/csdb/manual'), () => problem(403, 'forbidden', 'Not allowed')))
  renderPage(<RevisionsPage />, rita, '/revisions?tab=airline')
  expect(await screen.findByText('The manuals could not be loaded')).toBeVisible()
})

it('names the manual of a link that is not in the list', async () => {
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
    http.get(at('/revisions/airline'), () => HttpResponse.json(page([]))),
  )
  renderPage(<RevisionsPage />, rita, '/revisions?tab=airline&manual=%2FH160%2FAMM')
  expect(await screen.findByText('Nothing was changed since the last release.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Manual' })).toHaveValue('/H160/AMM')
})

it('lists what was decided, of one manual or of all', async () => {
  const asked: string[] = []
  const decisions = [
    revisionDecision('1', { counts: { forwarded: 7, todos: 1, kept: 0 } }),
    revisionDecision('2', { kind: 'rejected', reason: 'Not for our fleet' }),
  ]
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
    http.get(at('/revisions/decisions'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(page(decisions))
    }),
  )
  const { user, query } = renderPage(<RevisionsPage />, rita, '/revisions?tab=history')
  expect(await screen.findByText('7 updated, 1 to-do')).toBeVisible()
  expect(screen.getAllByText('Not for our fleet')[0]).toBeVisible()
  await screen.findByRole('option', { name: 'H160/MEL' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Manual' }), 'H160/MEL')
  expect(query().get('manual')).toBe('/H160/MEL')
  expect(await screen.findByText('7 updated, 1 to-do')).toBeVisible()
  expect(asked.at(-1)).toContain('manualPath=%2FH160%2FMEL')
})

it.each([
  ['airline', { content: 'airline', since: 'release', keywordFilter: '' }],
  ['history', { content: 'decisions' }],
])('exports the tab %s as a task', async (tab, more) => {
  const asked: unknown[] = []
  server.use(
    http.get(at('/csdb/manual'), () => HttpResponse.json([manual('H160', 'MEL')])),
    http.get(at('/revisions/airline'), () => HttpResponse.json(page([]))),
    http.get(at('/revisions/decisions'), () => HttpResponse.json(page([]))),
    http.post(at('/jobs'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(jobOf({ jobName: 'exportRevisionHistory' }))
    }),
  )
  const { user } = renderPage(<RevisionsPage />, rita, `/revisions?tab=${tab}&manual=%2FH160%2FMEL`)
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'As CSV' }))
  const started = 'Export started. See its progress under Tasks.'
  await vi.waitFor(() => expect(toastStore.get().at(-1)?.text).toBe(started))
  const parameterMap = { csdbName: 'H160', manualName: 'MEL', format: 'csv', language: 'en-US', ...more }
  expect(asked).toEqual([{ jobName: 'exportRevisionHistory', parameterMap }])
})
