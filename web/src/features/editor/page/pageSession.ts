import type { EditorState } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import type { BlockCommand, DraftPage } from '@/api/types'
import type { ContentModel } from '../model/contentModel'
import { type CompleteEdit, editBlock, type LoadEdits, type WantedEdit } from './blockCommands'
import type { TextRange } from './formats'
import { PageView } from './PageView'
import { PageFeed, type PageState } from './pageFeed'
import type { PagePorts } from './pagePorts'
import { isStructured } from './paste/blocks'
import { pasteChange } from './paste/pasteChange'
import { holdsPictures, readHtml } from './paste/readHtml'
import { sourceOfTyped } from './runTokens'
import { WaitingWords } from './waitingWords'

export interface PageSessionPorts
  extends Omit<PagePorts, 'onSplit' | 'onJoin' | 'onBlockKey' | 'pasteHtml' | 'onShown'> {
  /** Takes what is typed while a command is on its way. */
  buffer: HTMLTextAreaElement
  loadPage: (text: string, signal: AbortSignal) => Promise<DraftPage>
  loadEdits: LoadEdits
  onState: (state: PageState) => void
  /** A command was done, or the module does not allow it. */
  onCommand: (command: BlockCommand, isDone: boolean) => void
  /** A command was given while another one is on its way. */
  onBusy: () => void
  /** The words that wait in the buffer have changed, or the text that they are for. */
  onWaiting: () => void
  /** The content that the schema allows. */
  model: () => ContentModel | undefined
  /** Words that were typed meanwhile, and which the text cannot get: it may not be edited any more. */
  onKept: (words: string) => void
  onProblem: (error: Error) => void
}

/** A page while it is edited: its nodes, the server's renderings of it, and the commands that wait for the server. */
export class PageSession {
  readonly view: PageView
  private readonly feed: PageFeed
  private readonly ports: PageSessionPorts
  /** The place that gets the cursor when the next page is there. */
  private awaited: number | undefined
  /** Whether that page has been shown, or does not come. */
  private isShown = false
  /** Whether the author is typing there, so that blanks beside it count. */
  private isTyped = false
  private isBusy = false
  /** The place of the command that is on its way. */
  private asked: number | undefined
  /** Whether the words that wait stand behind an Enter that has not made a new block. */
  private isBehindEnter = false
  private readonly words: WaitingWords
  private readonly listening = new AbortController()

  constructor(host: HTMLElement, ports: PageSessionPorts) {
    this.ports = ports
    this.awaited = ports.source.state.selection.main.head
    this.view = new PageView(host, {
      ...ports,
      onSplit: (position) => void this.command('split', position),
      onJoin: (position) => void this.command('join', position),
      onBlockKey: (command, position) => void this.command(command, position),
      pasteHtml: (html, selected, element) => this.pasteHtml(html, selected, element),
      onShown: () => this.onShown(),
    })
    const on = { input: ports.onWaiting, composed: () => void this.goOn() }
    this.words = new WaitingWords(ports.buffer, on, this.listening.signal)
    this.feed = new PageFeed({
      doc: () => ports.source.state.doc,
      load: ports.loadPage,
      onPage: (page, since) => this.view.show(page, since),
      onState: (state) => this.onState(state),
    })
    void this.feed.load()
  }

  stop(): void {
    this.awaited ??= this.asked
    this.insertAll()
    this.listening.abort()
    this.feed.stop()
    this.view.destroy()
  }

  load(): void {
    void this.feed.load()
  }

  /** Puts the cursor at a place, as soon as there is a page. */
  goTo(position: number): void {
    if (this.view.inOrder().length > 0) this.view.focusAt(position)
    else this.awaitAt(position)
  }

  private awaitAt(position: number): void {
    this.awaited = position
    this.isShown = false
  }

  /** Shows a change of the text. */
  follow(update: ViewUpdate): void {
    if (this.awaited !== undefined) this.awaited = update.changes.mapPos(this.awaited, 1)
    if (this.asked !== undefined) this.asked = update.changes.mapPos(this.asked, 1)
    const next = this.view.follow(update)
    // Words that wait have a place already.
    if (next !== undefined && this.words.text === '') this.awaitAt(next)
    this.feed.follow(update.changes)
    if (this.words.text !== '') this.ports.onWaiting()
  }

  /** The source with the words that wait, where they were typed. */
  whole(): EditorState {
    const { state } = this.ports.source
    const changes = this.waiting()
    return changes ? state.update({ changes, filter: false }).state : state
  }

  /** Writes text at a place, and puts the cursor behind it. */
  type(position: number, text: string): void {
    const { source } = this.ports
    const behind = position + text.length
    if (text !== '' && !source.state.readOnly)
      source.dispatch({
        changes: { from: position, insert: text },
        selection: { anchor: behind },
        userEvent: 'input.type',
      })
    this.view.focusAt(behind, text !== '')
  }

  /** Replaces words of the text, and puts the cursor behind them. */
  replace(from: number, to: number, words: string): void {
    const { source } = this.ports
    if (source.state.readOnly) return
    const insert = sourceOfTyped(words)
    const behind = from + insert.length
    source.dispatch({
      changes: { from, to, insert },
      selection: { anchor: behind },
      userEvent: 'input.complete',
    })
    this.view.focusAt(behind, true)
  }

  /** Makes the edit of a block that a command stands for. What is typed meanwhile follows at the cursor. */
  async command(
    command: BlockCommand,
    position: number,
    depth?: number,
    inserted?: string,
    complete?: CompleteEdit,
  ): Promise<void> {
    if (this.isBusy) this.sayBusy()
    else {
      const { to } = this.behindWords({ from: position, to: position })
      await this.run({ command, position: to, depth, inserted, complete })
    }
  }

  private async run(wanted: WantedEdit): Promise<void> {
    const { command, position } = wanted
    this.isBusy = true
    this.awaited = undefined
    this.asked = position
    this.isBehindEnter = command === 'split'
    const { source, loadEdits, onCommand, onProblem } = this.ports
    this.words.open(this.view.caretBox(position))
    try {
      const caret = await editBlock(source, loadEdits, wanted)
      onCommand(command, caret !== undefined)
      this.isTyped = command === 'split' && caret !== undefined
      if (caret === undefined) this.stay()
      else {
        this.asked = undefined
        this.isBehindEnter = false
        this.awaitAt(caret)
        await this.feed.load()
      }
    } catch (error) {
      this.stay()
      if (error instanceof Error) onProblem(error)
    } finally {
      this.isBusy = false
    }
    await this.goOn()
  }

  /** The command was not done: what was typed meanwhile belongs where it was given. */
  private stay(): void {
    this.awaited = this.asked
    this.asked = undefined
    this.isShown = true
  }

  private sayBusy(): void {
    this.ports.onBusy()
    this.words.open(undefined)
  }

  /** Pastes what another program has copied, as one step of the history. Returns false when it has to be plain text. */
  private pasteHtml(html: string, selected: TextRange, element: string): boolean {
    const { source, model, onPasted } = this.ports
    if (this.isBusy) {
      this.sayBusy()
      return true
    }
    const blocks = readHtml(html)
    const hasPictures = holdsPictures(html)
    if (!blocks) onPasted('large')
    else if (!isStructured(blocks) && hasPictures) onPasted('pictures')
    if (!blocks || !isStructured(blocks)) return false
    const range = this.behindWords(selected)
    const change = pasteChange(blocks, { ...range, element, doc: source.state.doc }, model())
    if (!change) onPasted('plain')
    if (!change || source.state.readOnly) return false
    const { changes, caret, isPartly, isStructure, hasReplaced } = change
    source.dispatch({ selection: { anchor: range.from } })
    source.dispatch({ changes, selection: { anchor: caret }, userEvent: 'input.paste', scrollIntoView: true })
    // What is missing matters more than what looks different.
    onPasted(hasPictures ? 'pictures' : hasReplaced ? 'replaced' : isPartly ? 'partly' : 'done')
    if (isStructure) {
      // Until the page shows the new blocks, what is typed waits in the buffer.
      this.awaitAt(caret)
      this.words.open(this.view.caretBox(range.from))
      void this.feed.load()
    }
    return true
  }

  private onState(state: PageState): void {
    this.ports.onState(state)
    if (state.kind !== 'shown') this.onShown()
  }

  private onShown(): void {
    this.isShown = true
    void this.goOn()
  }

  /** Puts what was typed meanwhile where it is awaited; then Enter, if it was pressed there, or the cursor. */
  private async goOn(): Promise<void> {
    // An input method goes on until its word is done.
    if (!this.isShown || this.awaited === undefined || this.words.isComposing || this.view.isComposing) return
    if (this.isBehindEnter || this.ports.source.state.readOnly) this.insertAll()
    else this.insertWords(this.words.takeLine())
    if (this.words.text === '') this.settle(this.awaited)
    else if (!this.isBusy && this.words.takeEnter())
      await this.run({ command: 'split', position: this.awaited })
  }

  private settle(caret: number): void {
    this.view.focusAt(caret, this.isTyped)
    this.words.close()
    this.awaited = undefined
    this.isTyped = false
  }

  /** The change of the source that the words stand for which wait. */
  private waiting(): { from: number; insert: string } | undefined {
    const from = this.awaited ?? this.asked
    const words = this.words.inOneLine(this.isBehindEnter)
    if (from === undefined || words === '' || this.ports.source.state.readOnly) return undefined
    return { from, insert: sourceOfTyped(words) }
  }

  /** Writes all words that wait, in one line. */
  private insertAll(): void {
    const words = this.words.inOneLine(this.isBehindEnter)
    this.words.text = ''
    this.isBehindEnter = false
    this.insertWords(words)
  }

  /** Writes the words that wait before something else is done. Returns where a range is then. */
  private behindWords({ from, to }: TextRange): TextRange {
    const at = this.awaited ?? Number.POSITIVE_INFINITY
    const { length } = this.ports.source.state.doc
    if (this.awaited !== undefined) this.insertAll()
    const grown = this.ports.source.state.doc.length - length
    return { from: at <= from ? from + grown : from, to: at <= to ? to + grown : to }
  }

  /** The words go into the text itself: the page may not show their place yet. */
  private insertWords(words: string): void {
    const { source, onKept } = this.ports
    if (this.awaited === undefined || words === '') return
    if (source.state.readOnly) {
      onKept(words.trim())
      return
    }
    const insert = sourceOfTyped(words)
    const from = this.awaited
    const behind = from + insert.length
    source.dispatch({ changes: { from, insert }, selection: { anchor: behind }, userEvent: 'input.type' })
    this.awaited = behind
    this.isTyped = true
  }
}
