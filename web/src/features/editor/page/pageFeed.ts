import { ChangeSet, type Text } from '@codemirror/state'
import { ApiProblem } from '@/api/problem'
import type { DraftPage } from '@/api/types'

/** The state of the page on its way from the server. */
export type PageState =
  | { kind: 'loading' | 'shown' }
  /** The text is not well-formed: the page before it stays. */
  | { kind: 'refused'; message: string; line: number | undefined }
  | { kind: 'failed'; message: string }

interface PageFeedPorts {
  doc: () => Text
  load: (text: string, signal: AbortSignal) => Promise<DraftPage>
  /** `since` tells what has changed in the text since the page was asked for. */
  onPage: (page: DraftPage, since: ChangeSet) => void
  onState: (state: PageState) => void
}

const pauseMs = 150
/** Pages that take long to show come after a longer pause, so that they do not get in the way of typing. */
const pausePerCost = 5
const maxPauseMs = 2000

/** Asks for the page of the text again when the typing pauses, one request at a time. */
export class PageFeed {
  private readonly ports: PageFeedPorts
  private timer: ReturnType<typeof setTimeout> | undefined
  private request: AbortController | undefined
  private since: ChangeSet
  /** How long it took to show the last page, in milliseconds. */
  private cost = 0

  constructor(ports: PageFeedPorts) {
    this.ports = ports
    this.since = ChangeSet.empty(ports.doc().length)
  }

  /** The text has changed. */
  follow(changes: ChangeSet): void {
    this.since = this.since.compose(changes)
    clearTimeout(this.timer)
    const pause = Math.min(maxPauseMs, Math.max(pauseMs, pausePerCost * this.cost))
    this.timer = setTimeout(() => void this.load(), pause)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.request?.abort()
  }

  async load(): Promise<void> {
    clearTimeout(this.timer)
    this.request?.abort()
    const request = new AbortController()
    this.request = request
    const doc = this.ports.doc()
    this.since = ChangeSet.empty(doc.length)
    try {
      const page = await this.ports.load(doc.sliceString(0), request.signal)
      if (request.signal.aborted) return
      const start = performance.now()
      this.ports.onPage(page, this.since)
      this.cost = performance.now() - start
      this.ports.onState({ kind: 'shown' })
    } catch (error) {
      if (!request.signal.aborted) this.ports.onState(failure(error))
    }
  }
}

function failure(error: unknown): PageState {
  const message = error instanceof Error ? error.message : ''
  if (!(error instanceof ApiProblem) || error.code !== 'draft.refused') return { kind: 'failed', message }
  const [finding] = error.findings
  return { kind: 'refused', message: finding?.message ?? message, line: finding?.line }
}
