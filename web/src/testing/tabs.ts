import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Gives the tests of one file what browsers have for several tabs: locks and a channel between pages. Everything that
 * asks lives in one page here, so each follower of the channel stands for a tab of its own.
 */
export function stubTabs(): void {
  beforeEach(() => {
    const queues = new Map<string, Promise<unknown>>()
    const request = async (
      name: string,
      ...rest: [() => Promise<unknown>] | [{ signal: AbortSignal }, () => Promise<unknown>]
    ) => {
      const [options, work] = rest.length === 1 ? [undefined, rest[0]] : rest
      const before = queues.get(name)
      const turn = (before ?? Promise.resolve()).then(() => {
        options?.signal.throwIfAborted()
        return work()
      })
      queues.set(
        name,
        turn.catch(() => undefined),
      )
      return turn
    }
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
    vi.stubGlobal('BroadcastChannel', FakeChannel)
  })
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks')
    vi.unstubAllGlobals()
    channels.clear()
  })
}

const channels = new Set<FakeChannel>()

class FakeChannel {
  onmessage: ((message: { data: unknown }) => void) | null = null
  readonly name: string
  constructor(name: string) {
    this.name = name
    channels.add(this)
  }
  postMessage(data: unknown) {
    for (const other of channels) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data })
    }
  }
  close() {
    channels.delete(this)
  }
}
