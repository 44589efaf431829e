import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, startServer } from '@/testing/server'
import { AdminPage } from '../AdminPage'
import { SystemTab } from './SystemTab'

connectApp()
const server = startServer(ada)

const system = {
  version: '5.0.0-rc.0',
  web: '5.0.0-rc.0',
  commit: 'abc1234',
  startedOn: new Date(Date.now() - 26 * 3_600_000).toISOString(),
  database: 'postgresql',
  blobs: 's3',
  migration: '0001 init',
  users: 24,
  activeSessions: 3,
  memoryBytes: 31_500_000,
  storage: { freeBytes: 900_000_000, totalBytes: 50_000_000_000, state: 'short' },
  node: 'node-a',
  webhook: { address: 'https://example.com', approvedOnly: true },
}
const index = { state: 'ready', behind: 0, documents: 1234, sizeBytes: 4_500_000 }

const delivery = {
  id: 'w1',
  publication: 'pub-1',
  event: 'publication.approved',
  url: 'https://example.com/hook',
  state: 'failed',
  attempts: 6,
  createdOn: '2026-03-04T05:06:07Z',
  nextOn: '2026-03-04T05:06:07Z',
  status: 502,
  error: 'the answer is 502',
}

beforeEach(() => {
  server.use(
    http.get(at('/system'), () => HttpResponse.json(system)),
    http.get(at('/search/status'), () => HttpResponse.json(index)),
    http.get(at('/webhooks'), () =>
      HttpResponse.json({ items: [delivery], total: 1, pageNumber: 1, pageSize: 10 }),
    ),
  )
})

const valueAt = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling

it('lists the calls to the webhook', async () => {
  renderPage(<SystemTab />, ada)
  expect(await screen.findByText('The receiver answered with status 502')).toBeVisible()
  expect(screen.getByText('Given up')).toBeVisible()
  expect(
    await screen.findByText('https://example.com is notified of approved and withdrawn publications.'),
  ).toBeVisible()
})

it('sends a call again that was given up', async () => {
  const asked: string[] = []
  server.use(
    http.post(at('/webhooks/w1/retry'), ({ request }) => {
      asked.push(new URL(request.url).pathname)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPage(<SystemTab />, ada)
  await userEvent.click(
    await screen.findByRole('button', { name: /^Send Publication approved of .* again$/ }),
  )
  await waitFor(() => expect(asked).toHaveLength(1))
})

it('does not offer to send a call again that was delivered', async () => {
  const sent = { ...delivery, state: 'delivered', error: '' }
  server.use(
    http.get(at('/webhooks'), () =>
      HttpResponse.json({ items: [sent], total: 1, pageNumber: 1, pageSize: 10 }),
    ),
  )
  renderPage(<SystemTab />, ada)
  expect(await screen.findByText('Delivered')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Send Publication/ })).not.toBeInTheDocument()
})

it('tells what runs, on which stores, and for how many', async () => {
  renderPage(<SystemTab />, ada)
  expect(await screen.findByText('abc1234')).toBeVisible()
  expect(valueAt('Uptime')).toHaveTextContent('1 d 2 h 0 min')
  expect(valueAt('Memory in use')).toHaveTextContent('31.5 MB')
  expect(valueAt('Database')).toHaveTextContent('PostgreSQL')
  expect(valueAt('Database size')).toHaveTextContent('Unknown')
  expect(valueAt('Content files')).toHaveTextContent('S3 object store')
  expect(valueAt('Open sessions')).toHaveTextContent('3')
  expect(valueAt('Free space')).toHaveTextContent('900 MB of 50 GB')
})

it('warns on every page of the administration when the disk is short, and when it is full', async () => {
  renderPage(<AdminPage />, ada, '/admin/index?tab=users')
  expect(await screen.findByText('Disk space is low')).toBeVisible()
  expect(screen.getByText(/^900 MB of 50 GB left\./)).toBeVisible()
  cleanup()
  const full = { ...system, storage: { freeBytes: 0, totalBytes: 50_000_000_000, state: 'full' } }
  server.use(http.get(at('/system'), () => HttpResponse.json(full)))
  renderPage(<AdminPage />, ada, '/admin/index?tab=system')
  expect(await screen.findByText('The disk is full')).toBeVisible()
  cleanup()
  const enough = { ...system, storage: { ...system.storage, state: 'enough' } }
  server.use(http.get(at('/system'), () => HttpResponse.json(enough)))
  renderPage(<AdminPage />, ada, '/admin/index?tab=system')
  expect(await screen.findByText('Free space')).toBeVisible()
  expect(screen.queryByText('Disk space is low')).toBeNull()
})

it('leaves out the days and hours of a program that has just started', async () => {
  const startedOn = new Date(Date.now() - 4.5 * 60_000).toISOString()
  server.use(http.get(at('/system'), () => HttpResponse.json({ ...system, startedOn })))
  renderPage(<SystemTab />, ada)
  await screen.findByText('abc1234')
  expect(valueAt('Uptime')).toHaveTextContent(/^4 min$/)
})

it('asks at once when its address says so, only who may', async () => {
  const cleo = { ...ada, permissions: ada.permissions.filter((each) => each !== 'manageSystem') }
  const { query } = renderPage(<SystemTab />, cleo, '/admin/index?tab=system&do=rebuild')
  await waitFor(() => expect(query().get('do')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  renderPage(<SystemTab />, ada, '/admin/index?tab=system&do=rebuild')
  expect(await screen.findByRole('dialog', { name: 'Rebuild the search index' })).toBeVisible()
})

it('tells how the search index is, and makes it anew when that is confirmed', async () => {
  let state = 'ready'
  server.use(
    http.get(at('/search/status'), () => HttpResponse.json({ ...index, state })),
    http.post(at('/search/rebuild'), () => {
      state = 'rebuilding'
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPage(<SystemTab />, ada)
  expect(await screen.findByText('Up to date')).toBeVisible()
  expect(valueAt('Indexed entries')).toHaveTextContent('1,234')
  expect(valueAt('Size on disk')).toHaveTextContent('4.5 MB')
  await userEvent.click(screen.getByRole('button', { name: 'Rebuild' }))
  expect(state).toBe('ready')
  const confirm = screen.getAllByRole('button', { name: 'Rebuild' }).at(-1)
  await userEvent.click(confirm ?? document.body)
  expect(await screen.findByText('Rebuilding')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Rebuild' })).toHaveAttribute('aria-disabled', 'true')
})

describe('unused content', () => {
  const ended = (dryRun: boolean, setAside: number) =>
    jobOf({
      id: dryRun ? 'dry' : 'real',
      jobName: 'collectContent',
      status: 'COMPLETED',
      outputMap: {
        dryRun: String(dryRun),
        setAside: String(setAside),
        setAsideBytes: '2500000',
        putBack: '0',
        putBackBytes: '0',
        deleted: '1',
        deletedBytes: '400',
      },
    })

  /** Runs every job at once, and remembers what was asked. */
  function collecting(setAside: number) {
    const asked: unknown[] = []
    server.use(
      http.post(at('/jobs'), async ({ request }) => {
        asked.push(await request.json())
        const job = ended(asked.length === 1, setAside)
        return HttpResponse.json({ ...job, outputMap: {}, status: 'CREATED' })
      }),
      http.get(at('/jobs/:id'), ({ params }) => HttpResponse.json(ended(params.id === 'dry', setAside))),
    )
    return asked
  }

  it('is removed only after a check has shown it, and when that is confirmed', async () => {
    const asked = collecting(1200)
    renderPage(<SystemTab />, ada)
    const clean = await screen.findByRole('button', { name: 'Clean up' })
    expect(clean).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('Check complete. Nothing was changed.')).toBeVisible()
    expect(valueAt('To set aside')).toHaveTextContent('1,200 files, 2.5 MB')
    expect(valueAt('To delete')).toHaveTextContent('1 file, 400 B')
    expect(screen.getByRole('button', { name: 'Download report' })).toBeVisible()
    await userEvent.click(clean)
    expect(asked).toEqual([{ jobName: 'collectContent', parameterMap: { dryRun: 'true' } }])
    const dialog = within(await screen.findByRole('dialog', { name: 'Clean up unused content' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Clean up' }))
    expect(await screen.findByText('Cleanup complete.')).toBeVisible()
    expect(valueAt('Set aside')).toHaveTextContent('1,200 files, 2.5 MB')
    expect(asked[1]).toEqual({ jobName: 'collectContent', parameterMap: { dryRun: 'false' } })
    // What is there now has not been checked.
    expect(clean).toHaveAttribute('aria-disabled', 'true')
  })

  it('is left to those who manage the system', async () => {
    const cleo = { ...ada, permissions: ada.permissions.filter((each) => each !== 'manageSystem') }
    renderPage(<SystemTab />, cleo)
    expect(await screen.findByRole('button', { name: 'Check' })).toHaveAttribute('aria-disabled', 'true')
    expect(screen.getByRole('button', { name: 'Clean up' })).toHaveAttribute('aria-disabled', 'true')
  })
})
