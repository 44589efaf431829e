import type { EditorView, ViewUpdate } from '@codemirror/view'
import type { BlockCommand, DraftPage } from '@/api/types'
import type { ContentModel } from '../model/contentModel'
import { editBlock, type LoadEdits } from './blockCommands'
import type { RunLabel } from './editedRun'
import type { FormatName, TextRange } from './formats'
import { PageView } from './PageView'
import { PageFeed, type PageState } from './pageFeed'
import type { PasteOutcome } from './pagePorts'
import { isStructured } from './paste/blocks'
import { pasteChange } from './paste/pasteChange'
import { holdsPictures, readHtml } from './paste/readHtml'
import { type RunMark, typedSign, typedText } from './runTokens'

export interface PageSessionPorts {
  /** The source editor, which has the text and its history. */
  source: EditorView
  /** Takes what is typed while a command is on its way. */
  buffer: HTMLTextAreaElement
  labelOf: RunLabel
  nodesOf: (page: DraftPage) => DocumentFragment
  loadPage: (text: string, signal: AbortSignal) => Promise<DraftPage>
  loadEdits: LoadEdits
  onState: (state: PageState) => void
  /** The cursor has moved. */
  onCaret: (position: number) => void
  /** The cursor is in another run, or the text has changed; the element of the run. */
  onPlace: (position: number, element: string) => void
  /** A command was done, or the module does not allow it. */
  onCommand: (command: BlockCommand, isDone: boolean) => void
  /** A command was given while another one is on its way. */
  onBusy: () => void
  /** Something is to be inserted at the cursor; what was typed for it. */
  onInsert: (typed: string) => void
  /** The element for a format of what is selected; undefined when the schema does not allow it. */
  markFor: (format: FormatName, selected: TextRange) => RunMark | undefined
  /** What the schema allows. */
  model: () => ContentModel | undefined
  /** Something was pasted, in another way than it was copied where it says so. */
  onPasted: (outcome: PasteOutcome) => void
  /** The schema does not allow what the author tried. */
  onRefused: () => void
  /** The author tried to cut a reference. */
  onCutChip: () => void
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
  private isBusy = false
  /** The place of the command that is on its way. */
  private asked: number | undefined
  /** Lines that were typed behind another command, which is still to be made at a place. */
  private rest: { lines: string[]; position: number } | undefined
  /** Whether an input method is composing in the buffer. */
  private isComposing = false
  private readonly listening = new AbortController()

  constructor(host: HTMLElement, ports: PageSessionPorts) {
    this.ports = ports
    this.awaited = ports.source.state.selection.main.head
    this.view = new PageView(host, {
      source: ports.source,
      labelOf: ports.labelOf,
      nodesOf: ports.nodesOf,
      onSplit: (position) => void this.command('split', position),
      onJoin: (position) => void this.command('join', position),
      onBlockKey: (command, position) => void this.command(command, position),
      onInsert: ports.onInsert,
      pasteHtml: (html, selected, element) => this.pasteHtml(html, selected, element),
      onPasted: ports.onPasted,
      markFor: ports.markFor,
      onRefused: ports.onRefused,
      onCaret: ports.onCaret,
      onPlace: ports.onPlace,
      onCutChip: ports.onCutChip,
      onShown: () => this.settle(),
    })
    const { signal } = this.listening
    ports.buffer.addEventListener('compositionstart', () => this.setComposing(true), { signal })
    ports.buffer.addEventListener('compositionend', () => this.setComposing(false), { signal })
    this.feed = new PageFeed({
      doc: () => ports.source.state.doc,
      load: ports.loadPage,
      onPage: (page, since) => this.view.show(page, since),
      onState: (state) => this.onState(state),
    })
    void this.feed.load()
  }

  stop(): void {
    const { buffer } = this.ports
    this.awaited ??= this.asked
    buffer.value = buffer.value.replaceAll('\n', ' ')
    this.insertBuffer()
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
    else this.awaited = position
  }

  /** Shows a change of the text. */
  follow(update: ViewUpdate): void {
    if (this.awaited !== undefined) this.awaited = update.changes.mapPos(this.awaited, 1)
    if (this.asked !== undefined) this.asked = update.changes.mapPos(this.asked, 1)
    this.awaited = this.view.follow(update) ?? this.awaited
    this.feed.follow(update.changes)
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
    this.view.focusAt(behind)
  }

  /** Makes the edit of a block that a command stands for. What is typed meanwhile follows at the cursor. */
  async command(command: BlockCommand, position: number, depth?: number, inserted?: string): Promise<void> {
    if (this.isBusy) {
      this.ports.onBusy()
      this.ports.buffer.focus()
      return
    }
    this.isBusy = true
    this.awaited = undefined
    this.asked = position
    const { source, buffer, loadEdits, onCommand, onProblem } = this.ports
    buffer.value = this.rest?.lines.join('\n') ?? ''
    this.rest = undefined
    buffer.focus()
    try {
      const caret = await editBlock(source, loadEdits, { command, position, depth, inserted })
      onCommand(command, caret !== undefined)
      this.awaited = caret ?? this.asked
      this.asked = undefined
      if (caret === undefined) this.settle()
      else await this.feed.load()
    } catch (error) {
      this.awaited = this.asked
      this.asked = undefined
      this.settle()
      if (error instanceof Error) onProblem(error)
    } finally {
      this.isBusy = false
    }
    await this.goOn()
  }

  /** Pastes what another program has copied, as one step of the history. Returns false when it has to be plain text. */
  private pasteHtml(html: string, selected: TextRange, element: string): boolean {
    const { source, buffer, model, onPasted } = this.ports
    const blocks = readHtml(html)
    const hasPictures = holdsPictures(html)
    if (!blocks) onPasted('large')
    else if (!isStructured(blocks) && hasPictures) onPasted('pictures')
    if (!blocks || !isStructured(blocks)) return false
    const change = pasteChange(blocks, { ...selected, element, doc: source.state.doc }, model())
    if (!change) onPasted('plain')
    if (!change || source.state.readOnly) return false
    const { changes, caret, isPartly, isStructure, hasReplaced } = change
    source.dispatch({ selection: { anchor: selected.from } })
    source.dispatch({ changes, selection: { anchor: caret }, userEvent: 'input.paste', scrollIntoView: true })
    // What is missing matters more than what looks different.
    onPasted(hasPictures ? 'pictures' : hasReplaced ? 'replaced' : isPartly ? 'partly' : 'done')
    if (isStructure) {
      // Until the page shows the new blocks, what is typed waits in the buffer.
      this.awaited = caret
      buffer.value = ''
      buffer.focus()
      void this.feed.load()
    }
    return true
  }

  /** Enter was pressed meanwhile, too. */
  private async goOn(): Promise<void> {
    if (this.rest && !this.isBusy) await this.command('split', this.rest.position)
  }

  private setComposing(isComposing: boolean): void {
    this.isComposing = isComposing
    if (isComposing) return
    this.settle()
    void this.goOn()
  }

  private onState(state: PageState): void {
    this.ports.onState(state)
    if (state.kind !== 'shown') this.settle()
  }

  /** Puts what was typed meanwhile, and the cursor, where it is awaited. An input method goes on until its word is done. */
  private settle(): void {
    if (this.awaited === undefined || this.isComposing || this.view.isComposing) return
    this.insertBuffer()
    this.view.focusAt(this.awaited)
    this.awaited = undefined
  }

  /** The words go into the text itself: the page may not show their place yet. */
  private insertBuffer(): void {
    const { buffer, source, onKept } = this.ports
    if (this.awaited === undefined || buffer.value === '') return
    if (source.state.readOnly) {
      onKept(buffer.value)
      buffer.value = ''
      return
    }
    const [line = '', ...lines] = buffer.value.split('\n')
    buffer.value = ''
    const insert = [...typedText(line)].map((sign) => typedSign(sign).source).join('')
    const from = this.awaited
    const behind = from + insert.length
    if (insert !== '')
      source.dispatch({ changes: { from, insert }, selection: { anchor: behind }, userEvent: 'input.type' })
    this.awaited = behind
    if (lines.length > 0) this.rest = { lines, position: behind }
  }
}
