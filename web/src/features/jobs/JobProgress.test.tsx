import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/api/queries'
import type { Job, Package } from '@/api/types'
import { connectApp } from '@/testing/connectApp'
import { jobOf } from '@/testing/jobs'
import { packageOf } from '@/testing/packages'
import { ada } from '@/testing/people'
import { renderPage } from '@/testing/renderPage'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { alertStore } from '@/ui/alerts'
import { JobProgress } from './JobProgress'
import { latestJobs } from './queries'

connectApp()
const server = startServer(ada)
stubTabs()

/** A server that remembers which jobs were told of. */
function serving(jobs: Job[]) {
  const state: { jobs: Job[]; asked: unknown[]; told: unknown[] } = { jobs, asked: [], told: [] }
  const find = (id: unknown) => state.jobs.find((job) => job.id === id)
  server.use(
    http.get(at('/jobs/events'), () => new HttpResponse(new ReadableStream())),
    http.post(at('/airline/jobs/getJobsWithPage'), async ({ request }) => {
      state.asked.push(await request.json())
      return HttpResponse.json({ items: state.jobs, total: 1, pageNumber: 1, pageSize: 20 })
    }),
    http.get(at('/jobs/:id'), ({ params }) => HttpResponse.json(find(params.id))),
    http.put(at('/jobs/:id/notified'), ({ params }) => {
      state.told.push(params.id)
      state.jobs = state.jobs.map((job) => (job.id === params.id ? { ...job, notified: true } : job))
      return HttpResponse.json(find(params.id))
    }),
  )
  return state
}

const texts = () => alertStore.get().map(({ text }) => text)

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout'],
      shouldAdvanceTime: true,
    }),
)
afterEach(() => void vi.useRealTimers())

it('asks for page 1 of size 20 every 5000 ms', async () => {
  const server = serving([])
  renderPage(<JobProgress />, ada)
  await waitFor(() => expect(server.asked).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(4900))
  expect(server.asked).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(200))
  await waitFor(() => expect(server.asked).toHaveLength(2))
  expect(server.asked[1]).toEqual({ pageNumber: 1, pageSize: 20, mine: true })
})

it('shows the average of the steps of the running job, and hides when it ends', async () => {
  const server = serving([jobOf()])
  renderPage(<JobProgress />, ada)
  const bar = await screen.findByRole('progressbar', { name: /^Package check is running: bike\.zip/ })
  expect(bar).toHaveAttribute('aria-valuenow', '38')
  server.jobs = [jobOf({ status: 'COMPLETED', notified: true })]
  await act(() => vi.advanceTimersByTimeAsync(5000))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
})

describe('the end of a job', () => {
  it('is told once, although two tabs see it', async () => {
    const server = serving([jobOf({ status: 'COMPLETED' })])
    renderPage(
      <>
        <JobProgress />
        <JobProgress />
      </>,
      ada,
    )
    await waitFor(() => expect(texts()).toEqual(['Ready to import !']))
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(texts()).toEqual(['Ready to import !'])
    expect(server.told).toEqual(['job-1'])
  })

  it('makes stale what the job has changed, and the count of tasks', async () => {
    const refreshed = vi.spyOn(queryClient, 'invalidateQueries')
    serving([jobOf({ jobName: 'universalImport', status: 'COMPLETED' })])
    renderPage(<JobProgress />, ada)
    await waitFor(() => expect(texts()).toEqual(['Import Successful !']))
    const keys = refreshed.mock.calls.map(([filter]) => filter?.queryKey?.join())
    expect(keys).toEqual(expect.arrayContaining(['library', 'packages', 'jobs', 'counts', 'notifications']))
  })

  it('is tried again when it could not be marked as told', async () => {
    const { told } = serving([jobOf({ status: 'COMPLETED' })])
    server.use(http.put(at('/jobs/:id/notified'), () => HttpResponse.error(), { once: true }))
    renderPage(<JobProgress />, ada)
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    await waitFor(() => expect(texts()).toEqual(['Ready to import !']))
    expect(told).toEqual(['job-1'])
  })

  it('is a number from the fourth on', async () => {
    const ended = ['a', 'b', 'c', 'd', 'e'].map((id) =>
      jobOf({ id, folder: `${id}.zip`, status: 'COMPLETED' }),
    )
    const server = serving(ended)
    renderPage(<JobProgress />, ada)
    await waitFor(() => expect(texts()).toHaveLength(4))
    expect(texts().at(-1)).toBe('2 more tasks have finished.')
    expect(server.told).toHaveLength(5)
  })
})

describe('"Ready to import !"', () => {
  const offering = () => {
    const state: { pack: Package | undefined } = { pack: packageOf() }
    serving([jobOf({ status: 'COMPLETED', packageId: 'p1' })])
    server.use(
      http.get(at('/packages/p1'), () =>
        state.pack ? HttpResponse.json(state.pack) : problem(404, 'package.not_found', 'No such package'),
      ),
    )
    renderPage(<JobProgress />, ada)
    return state
  }
  const nextPoll = () => act(() => vi.advanceTimersByTimeAsync(5000))

  it.each([
    ['imported', packageOf({ state: 'importing' })],
    ['in the library since', packageOf({ state: 'imported', importJobId: 'job-2' })],
    ['checked again', packageOf({ state: 'reading' })],
    ['deleted', undefined],
  ])('goes away when its package is %s', async (_, changed) => {
    const state = offering()
    await waitFor(() => expect(texts()).toEqual(['Ready to import !']))
    await nextPoll()
    expect(texts()).toEqual(['Ready to import !'])
    state.pack = changed
    await nextPoll()
    await waitFor(() => expect(texts()).toEqual([]))
  })

  it('stays where the package was imported before the check', async () => {
    const state = offering()
    state.pack = packageOf({ state: 'imported', importJobId: 'job-0' })
    await waitFor(() => expect(texts()).toEqual(['Ready to import !']))
    await nextPoll()
    expect(texts()).toEqual(['Ready to import !'])
  })
})

it('takes the news of an event stream at once', async () => {
  const server_ = serving([jobOf()])
  let push: (text: string) => void = () => undefined
  server.use(
    http.get(at('/jobs/events'), () => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          push = (text) => controller.enqueue(new TextEncoder().encode(text))
        },
      })
      return new HttpResponse(body)
    }),
  )
  renderPage(<JobProgress />, ada)
  await screen.findByRole('progressbar')
  const before = server_.asked.length
  server_.jobs = [jobOf({ status: 'COMPLETED' })]
  push('event: job\ndata: {"id":"job-1","status":"COMPLETED","progress":100}\n\n')
  await waitFor(() => expect(texts()).toEqual(['Ready to import !']))
  expect(server_.asked.length).toBeGreaterThan(before)
  const library = queryClient.getQueryCache().build(queryClient, { queryKey: ['library', 'x'] })
  push('event: library\ndata: {"path":"/H160"}\n\n')
  await waitFor(() => expect(library.state.isInvalidated).toBe(true))
  expect(queryClient.getQueryData(latestJobs.queryKey)?.items).toHaveLength(1)
})
