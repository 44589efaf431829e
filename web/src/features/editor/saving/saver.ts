import { createStore, type Store } from '@/ui/store'

/** A text that the server has confirmed by its hash. */
export interface ConfirmedText {
  text: string
  sha256: string
  savedOn: string
  /** The version that the draft with this text was made from. */
  version: string
}

/** Why a save did not succeed, as far as the saver treats it differently. */
export type SaveFailure =
  /** No connection, or a server that is busy or restarting. */
  | { kind: 'unreachable' }
  /** The session is over. */
  | { kind: 'signedOut' }
  /** The server has another text than the one that this one was made from. */
  | { kind: 'newer' }
  /** Another tab has taken the draft over. */
  | { kind: 'elsewhere' }
  /** The text cannot be stored, for example because of an entity bomb. */
  | { kind: 'refused'; message: string }
  /** The file is no longer checked out, or the user may no longer edit it. */
  | { kind: 'notMine'; message: string }

/** The outside of the saver: the server, the browser's storage and the hash. */
export interface SaverPorts {
  save: (text: string, replaces: string, version: string) => Promise<{ sha256: string; savedOn: string }>
  /** Makes a text of another version than the draft a draft of its own version, to be merged; the one before is set aside. */
  replace: (text: string, replaces: string, version: string) => Promise<{ sha256: string; savedOn: string }>
  failureOf: (error: unknown) => SaveFailure
  /** The text that the server has now; with `takeOver` this tab becomes the one that saves. */
  load: (takeOver: boolean) => Promise<ConfirmedText>
  /** Undefined where the browser cannot tell. */
  hash: (text: string) => Promise<string | undefined>
  /** Keeps unconfirmed text in the browser, with the version that it was made from; false where the browser cannot. */
  keep: (text: string, version: string) => Promise<boolean>
  forget: () => Promise<void>
}

export interface SaveConflictState {
  kind: 'conflict'
  theirs: ConfirmedText
  /** The one that the text of this tab was made from. */
  version: string
}

export type SaveState =
  | { kind: 'saved'; on: string }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** Unconfirmed; the next try starts by itself. */
  | { kind: 'waiting'; reason: 'unreachable' | 'signedOut'; seconds: number }
  | SaveConflictState
  | { kind: 'elsewhere' }
  | { kind: 'refused'; message: string }
  | { kind: 'notMine'; message: string }

export const pauseMs = 2_000
const keepMs = 250
const firstWaitS = 2
const longestWaitS = 60

export interface Saver {
  state: Store<SaveState>
  /** False when the browser could not keep the text that the server does not have. */
  isKept: Store<boolean>
  /** The text changed; `read` gives all of it when it is needed. */
  edited: (read: () => string) => void
  /** Saves at once. Resolves when the saver is idle: with the hash that the server confirmed, or undefined. */
  flush: () => Promise<string | undefined>
  /** Goes on after a conflict with the text that the user chose. */
  settle: (text: string) => Promise<void>
  /** Makes this tab the one that saves; resolves with the server's text, or undefined when this tab keeps its own. */
  takeOver: () => Promise<ConfirmedText | undefined>
  /** The whole text as it is now. */
  text: () => string
  hasUnconfirmed: () => boolean
  /** When the server last confirmed a text. */
  savedOn: () => string
  /** Goes on after `stop`: the page was hidden for a while, as behind the lock, and is shown again. */
  start: () => void
  stop: () => void
}

/** Saves a draft while it is edited, and loses none of it. */
export function createSaver(start: ConfirmedText, isMine: boolean, ports: SaverPorts): Saver {
  return new DraftSaver(start, isMine, ports)
}

class DraftSaver implements Saver {
  readonly state: Store<SaveState>
  readonly isKept = createStore<boolean>(true)
  private readonly ports: SaverPorts
  /** The hash of the text that the server is known to have. */
  private confirmed: string
  private lastSaved: string
  /** The version that the text of this tab was made from. A text of another one would take its changes back. */
  private version: string
  /** The user chose the text of this tab over a draft of another version. */
  private isReplacing = false
  private read: () => string
  /** True while the server may not have all that `read` gives. */
  private pending = false
  private running: Promise<void> | undefined
  /** Texts that were sent and not answered: the server may have them. */
  private readonly unanswered = new Set<string>()
  private failures = 0
  private isStopped = false
  private saveTimer: ReturnType<typeof setTimeout> | undefined
  private keepTimer: ReturnType<typeof setTimeout> | undefined

  constructor(start: ConfirmedText, isMine: boolean, ports: SaverPorts) {
    this.ports = ports
    this.confirmed = start.sha256
    this.lastSaved = start.savedOn
    this.version = start.version
    this.read = () => start.text
    this.state = createStore<SaveState>(isMine ? { kind: 'saved', on: start.savedOn } : { kind: 'elsewhere' })
  }

  edited = (read: () => string): void => {
    this.read = read
    this.pending = true
    this.keepTimer ??= setTimeout(this.keepNow, keepMs)
    const { kind } = this.state.get()
    // These go on by themselves or by the user's decision.
    if (kind === 'waiting' || kind === 'conflict' || kind === 'elsewhere' || kind === 'notMine') return
    if (kind !== 'saving') this.state.set({ kind: 'changed' })
    this.schedule(pauseMs)
  }

  flush = async (): Promise<string | undefined> => {
    if (this.running) await this.running
    // A text that was edited while it was saved is saved again.
    while (this.pending && this.maySend()) {
      clearTimeout(this.saveTimer)
      this.running ??= this.send().finally(() => {
        this.running = undefined
      })
      await this.running
      if (this.state.get().kind !== 'changed') break
    }
    return this.hasUnconfirmed() ? undefined : this.confirmed
  }

  settle = async (text: string): Promise<void> => {
    const state = this.state.get()
    if (state.kind !== 'conflict') return
    const { theirs } = state
    this.confirmed = theirs.sha256
    this.isReplacing = theirs.version !== this.version && text !== theirs.text
    if (!this.isReplacing) this.version = theirs.version
    this.read = () => text
    this.pending = true
    this.state.set({ kind: 'changed' })
    await this.flush()
  }

  takeOver = async (): Promise<ConfirmedText | undefined> => {
    const theirs = await this.ports.load(true)
    if (!this.pending) {
      this.accept(theirs)
      return theirs
    }
    if (theirs.sha256 === this.confirmed && theirs.version === this.version) {
      this.state.set({ kind: 'changed' })
      await this.flush()
    } else this.state.set({ kind: 'conflict', theirs, version: this.version })
    return undefined
  }

  text = (): string => this.read()

  hasUnconfirmed = (): boolean => this.pending || this.running !== undefined

  savedOn = (): string => this.lastSaved

  start = (): void => {
    if (!this.isStopped) return
    this.isStopped = false
    if (this.pending) void this.flush()
  }

  stop = (): void => {
    this.isStopped = true
    clearTimeout(this.saveTimer)
    if (this.keepTimer !== undefined) this.keepNow()
  }

  private maySend(): boolean {
    const { kind } = this.state.get()
    return kind !== 'conflict' && kind !== 'elsewhere'
  }

  private schedule(ms: number): void {
    clearTimeout(this.saveTimer)
    if (!this.isStopped) this.saveTimer = setTimeout(() => void this.flush(), ms)
  }

  private keepNow = (): void => {
    clearTimeout(this.keepTimer)
    this.keepTimer = undefined
    if (!this.hasUnconfirmed()) return
    const tell = (isKept: boolean) => this.isKept.set(isKept)
    void this.ports.keep(this.read(), this.version).then(tell, () => tell(false))
  }

  private async send(): Promise<void> {
    const text = this.read()
    this.pending = false
    this.state.set({ kind: 'saving' })
    // A text without a hash is saved too.
    const sha256 = await this.ports.hash(text).catch(() => undefined)
    this.unanswered.add(text)
    try {
      const call = this.isReplacing ? this.ports.replace : this.ports.save
      const answer = await call(text, this.confirmed, this.version)
      this.isReplacing = false
      this.unanswered.clear()
      this.confirmed = answer.sha256
      // A text that was altered on its way must not pass as saved.
      if (sha256 !== undefined && answer.sha256 !== sha256) this.wait('unreachable')
      else this.succeed(answer.savedOn)
    } catch (error) {
      await this.fail(this.ports.failureOf(error), text)
    }
  }

  private succeed(on: string): void {
    this.failures = 0
    this.lastSaved = on
    if (this.pending) {
      this.state.set({ kind: 'changed' })
      this.schedule(pauseMs)
      return
    }
    clearTimeout(this.keepTimer)
    this.keepTimer = undefined
    void this.ports.forget()
    this.state.set({ kind: 'saved', on })
  }

  private async fail(failure: SaveFailure, sent: string): Promise<void> {
    this.pending = true
    this.keepNow()
    if (failure.kind === 'unreachable' || failure.kind === 'signedOut') {
      this.wait(failure.kind)
      return
    }
    // The server answered: it did not take this text.
    this.unanswered.delete(sent)
    if (failure.kind === 'newer') await this.meet()
    else this.state.set(failure)
  }

  /** The server has another text: an earlier one of this tab whose answer was lost, or one of another person or tab. */
  private async meet(): Promise<void> {
    try {
      const theirs = await this.ports.load(false)
      const isSameVersion = theirs.version === this.version
      if ((isSameVersion && this.unanswered.has(theirs.text)) || theirs.text === this.read()) {
        this.confirmed = theirs.sha256
        this.version = theirs.version
        this.isReplacing = false
        this.state.set({ kind: 'changed' })
      } else this.state.set({ kind: 'conflict', theirs, version: this.version })
    } catch (error) {
      this.wait(this.ports.failureOf(error).kind === 'signedOut' ? 'signedOut' : 'unreachable')
    }
  }

  private accept({ text, sha256, savedOn, version }: ConfirmedText): void {
    this.confirmed = sha256
    this.lastSaved = savedOn
    this.version = version
    this.read = () => text
    this.pending = false
    this.state.set({ kind: 'saved', on: savedOn })
  }

  private wait(reason: 'unreachable' | 'signedOut'): void {
    this.pending = true
    const seconds = Math.min(firstWaitS * 2 ** this.failures, longestWaitS)
    this.failures += 1
    this.state.set({ kind: 'waiting', reason, seconds })
    this.schedule(seconds * 1_000)
  }
}
