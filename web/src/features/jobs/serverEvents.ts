import { readEvents, type ServerEvent } from '@/api/events'
import { unhurried } from '@/api/http'
import { ApiProblem } from '@/api/problem'

const name = 'airfolio.events'
const firstPauseMs = 5000
const longestPauseMs = 60_000
/** Reported when a stream opens, because earlier changes were not announced. */
const anyChange: ServerEvent = { kind: 'library', path: '/' }

/**
 * Calls `onEvent` with what the server pushes until the returned function is called. One tab of the browser holds the
 * stream and tells the others; when it closes, another takes over. Browsers keep the means for that from pages
 * without TLS: there nothing is pushed, and polling alone has to do.
 */
export function followServerEvents(onEvent: (event: ServerEvent) => void): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in window)) return () => undefined
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<ServerEvent>) => onEvent(data)
  const end = new AbortController()
  const tell = (event: ServerEvent) => {
    channel.postMessage(event)
    onEvent(event)
  }
  navigator.locks
    .request(name, { signal: end.signal }, () => keepReading(tell, end.signal))
    .catch((error: unknown) => {
      // Given up while another tab held the stream.
      if (!end.signal.aborted) throw error
    })
  return () => {
    end.abort()
    channel.close()
  }
}

async function keepReading(tell: (event: ServerEvent) => void, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs
  for (;;) {
    try {
      const { data } = await unhurried.GET('/jobs/events', { parseAs: 'stream', signal })
      if (data) {
        pauseMs = firstPauseMs
        tell(anyChange)
        await readEvents(data, tell, signal)
      }
    } catch (error) {
      if (isRefused(error)) return
    }
    if (signal.aborted) return
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

/** A retry does not help without the permission. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiProblem && error.status >= 400 && error.status < 500
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
