import { afterEach, beforeEach, vi } from 'vitest'

export interface SentRequest {
  method: string
  /** Without origin and base. */
  path: string
  headers: Headers
  body: string
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body?: unknown
  /** The progress that the sender is told before the answer. */
  sent?: readonly number[]
}

/** An answer, a connection that breaks, or one that hangs until it is given up. */
type Outcome = Reply | 'lost' | 'hangs'

/**
 * Stands in for XMLHttpRequest in the tests of one file: what runs in Node knows neither the browser's files nor their
 * progress. `answer` is asked for every request; the requests are kept in their order.
 */
export function stubUploads() {
  const requests: SentRequest[] = []
  const line = { answer: (_request: SentRequest): Outcome => 'lost', requests }

  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    private answered: Record<string, string> = {}
    private given: SentRequest = { method: '', path: '', headers: new Headers(), body: '' }

    open(method: string, url: string) {
      this.given = { ...this.given, method, path: new URL(url).pathname.replace('/kbj/api', '') }
    }
    setRequestHeader(name: string, value: string) {
      this.given.headers.set(name, value)
    }
    getAllResponseHeaders() {
      return Object.entries(this.answered)
        .map(([name, value]) => `${name.toLowerCase()}: ${value}\r\n`)
        .join('')
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    async send(body?: Blob) {
      const request = { ...this.given, body: body ? await textOf(body) : '' }
      requests.push(request)
      const outcome = line.answer(request)
      if (outcome === 'hangs') return
      if (outcome === 'lost') {
        this.dispatchEvent(new Event('error'))
        return
      }
      for (const loaded of outcome.sent ?? []) {
        this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }))
      }
      this.status = outcome.status
      this.answered = outcome.headers ?? {}
      this.responseText = outcome.body === undefined ? '' : JSON.stringify(outcome.body)
      this.dispatchEvent(new Event('load'))
    }
  }

  beforeEach(() => {
    requests.length = 0
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
  })
  afterEach(() => void vi.unstubAllGlobals())
  return line
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsText(blob)
  })
}
