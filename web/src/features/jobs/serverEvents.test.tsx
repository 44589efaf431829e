import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerEvent } from '@/api/events'
import { startSession } from '@/lib/session'
import { connectApp } from '@/testing/connectApp'
import { ada, tokenFor } from '@/testing/people'
import { at, problem, startServer } from '@/testing/server'
import { stubTabs } from '@/testing/tabs'
import { followServerEvents } from './serverEvents'

connectApp()
const server = startServer(ada)
const endings: (() => void)[] = []

beforeEach(() => startSession(tokenFor(ada)))
afterEach(() => {
  for (const end of endings.splice(0)) end()
  vi.useRealTimers()
})

/** A server whose streams the test writes to and ends. */
function streaming() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const tokens: (string | null)[] = []
  server.use(
    http.get(at('/jobs/events'), ({ request }) => {
      tokens.push(request.headers.get('Authorization'))
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          streams.push(controller)
        },
      })
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  const push = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text))
  return { streams, tokens, push }
}

function follow() {
  const events: ServerEvent[] = []
  const end = followServerEvents((event) => events.push(event))
  endings.push(end)
  return { events, end }
}

const changed = 'event: library\ndata: {"path":"/H160"}\n\n'
const change: ServerEvent = { kind: 'library', path: '/H160' }
/** Nobody knows what changed before the stream was open. */
const opened: ServerEvent = { kind: 'library', path: '/' }

describe('in a browser with several tabs', () => {
  stubTabs()

  it('is one stream for all, read as the signed-in person', async () => {
    const { streams, tokens, push } = streaming()
    const [first, second] = [follow(), follow()]
    await waitFor(() => expect(streams).toHaveLength(1))
    push(changed)
    await waitFor(() => expect(first.events).toEqual([opened, change]))
    expect(second.events).toEqual([opened, change])
    expect(streams).toHaveLength(1)
    expect(tokens[0]).toMatch(/^Bearer /)
  })

  it('goes over to another tab when the one that held it closes', async () => {
    const { streams, push } = streaming()
    const [first, second] = [follow(), follow()]
    await waitFor(() => expect(streams).toHaveLength(1))
    first.end()
    await waitFor(() => expect(streams).toHaveLength(2))
    push(changed)
    await waitFor(() => expect(second.events).toEqual([opened, opened, change]))
    expect(first.events).toEqual([opened])
  })

  it('opens again some seconds after the server closed it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { streams } = streaming()
    const { events } = follow()
    await waitFor(() => expect(streams).toHaveLength(1))
    streams[0]?.close()
    await vi.advanceTimersByTimeAsync(6000)
    await waitFor(() => expect(streams).toHaveLength(2))
    await waitFor(() => expect(events).toEqual([opened, opened]))
  })

  it('stays closed for whom the server refuses', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    let asked = 0
    server.use(
      http.get(at('/jobs/events'), () => {
        asked += 1
        return problem(403, 'forbidden', 'Not for you')
      }),
    )
    follow()
    await waitFor(() => expect(asked).toBe(1))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(asked).toBe(1)
  })
})

it('leaves everything to polling where the browser has no locks', () => {
  // A call would fail the test: no answer is set up for it.
  expect(follow().events).toEqual([])
})
