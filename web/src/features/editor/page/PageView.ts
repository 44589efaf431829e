import { redo, undo } from '@codemirror/commands'
import { Annotation, type ChangeDesc, type Text } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import type { DraftPage } from '@/api/types'
import { EditedRun } from './editedRun'
import { type FormatName, isFormat } from './formats'
import { keys, morph } from './morph'
import { type NextRun, nextRuns } from './nextRuns'
import { isFormatKey, type PageKey, pageKey } from './pageKeys'
import type { PagePorts } from './pagePorts'
import { holdsChip, neighbourAt, replaceSelected } from './runCaret'
import { placeAfter } from './runDom'
import { unitsUpTo } from './runEdit'
import { toggleMark } from './runMarks'
import { placeOfChange, reachesBeyond } from './textChanges'

/** The run whose edit made a transaction. */
const editedRun = Annotation.define<EditedRun>()

/**
 * The page of a module, edited in place. The text of the source editor is the document: each edit of a run replaces the
 * range that has changed, and each change of the text is shown in its run.
 */
export class PageView {
  private readonly host: HTMLElement
  private readonly ports: PagePorts
  private readonly runs = new Map<HTMLElement, EditedRun>()
  private readonly listening = new AbortController()
  private isLocked = false
  /** Whether an input method is composing. */
  isComposing = false
  /** The run that the cursor was in, and the text, when the place was told. */
  private place: { run: EditedRun; doc: Text } | undefined
  /** The place in the text where the cursor was last. */
  lastCaret: number | undefined
  /** A page that came while an input method was composing. */
  private waiting: { page: DraftPage; since: ChangeDesc } | undefined

  constructor(host: HTMLElement, ports: PagePorts) {
    this.host = host
    this.ports = ports
    const { signal } = this.listening
    host.addEventListener('input', ({ target }) => this.onInput(this.runAt(target)), { signal })
    host.addEventListener('beforeinput', (event) => this.onBeforeInput(event), { signal })
    host.addEventListener('keydown', (event) => this.onKey(event), { signal })
    host.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
    host.addEventListener('compositionstart', () => this.onComposing(), { signal })
    host.addEventListener('compositionend', ({ target }) => this.onComposed(this.runAt(target)), { signal })
    document.addEventListener('selectionchange', () => this.onSelection(), { signal })
  }

  destroy(): void {
    this.listening.abort()
  }

  /** Lets the author edit, or not. */
  lock(isLocked: boolean): void {
    this.isLocked = isLocked
    for (const run of this.runs.values()) this.lockRun(run)
  }

  private lockRun(run: EditedRun): void {
    run.lock(this.isLocked, this.ports.labelOf(run.element))
  }

  /** Shows a page that the server has made of an earlier text; `since` tells what has changed in the text meanwhile. */
  show(page: DraftPage, since: ChangeDesc): void {
    if (this.isComposing) {
      this.waiting = { page, since }
      return
    }
    const next = this.ports.nodesOf(page)
    const coming = nextRuns(next, page, since, this.ports.source.state.doc)
    morph(this.host, next, {
      keyOf: keys((host) => (coming.get(host) ?? this.runs.get(host))?.source),
      adopt: (host, made) => {
        const run = coming.get(made)
        if (run) this.adopt(host, run)
        return run !== undefined
      },
    })
    for (const [host, run] of coming)
      if (this.host.contains(host) && !this.runs.has(host)) this.adopt(host, run)
    for (const host of [...this.runs.keys()]) if (!this.host.contains(host)) this.runs.delete(host)
    this.ports.onShown()
  }

  private adopt(host: HTMLElement, { from, to, element, source, chips, isCertain }: NextRun): void {
    const known = this.runs.get(host)
    const run = known ?? new EditedRun(host, from, to, element)
    Object.assign(run, { from, to, element })
    if (!known?.isReadable || known.source !== source) {
      const caret = document.activeElement === host ? this.caret() : undefined
      run.write(source, chips)
      this.runs.set(host, run)
      if (caret !== undefined) this.focusAt(caret)
    } else if (chips) run.redraw(chips)
    run.isReadable &&= isCertain
    this.lockRun(run)
  }

  /** Shows a change of the text. Returns the place of the cursor when it has to wait for the next page. */
  follow({ transactions, changes, state }: ViewUpdate): number | undefined {
    if (this.lastCaret !== undefined) this.lastCaret = changes.mapPos(this.lastCaret, 1)
    if (this.waiting) this.waiting.since = this.waiting.since.composeDesc(changes)
    const own = transactions.map((transaction) => transaction.annotation(editedRun)).find(Boolean)
    for (const run of this.runs.values()) {
      const isTouched = changes.touchesRange(run.from, run.to)
      const isBeyond = reachesBeyond(changes, run.from, run.to)
      run.from = changes.mapPos(run.from, -1)
      run.to = changes.mapPos(run.to, 1)
      if (!isTouched || run === own) continue
      // Until a page shows what has become of its element, nothing is typed there.
      const isWritten = !isBeyond && run.isReadable
      if (isWritten) run.write(state.sliceDoc(run.from, run.to))
      run.isReadable &&= isWritten && run.hasKnownChips
      this.lockRun(run)
    }
    if (own || !this.hasFocus()) return undefined
    const place = placeOfChange(changes, state.selection.main.head)
    this.focusAt(place)
    const holds = ({ from, to, isReadable }: EditedRun) => isReadable && from <= place && place <= to
    return this.inOrder().some(holds) ? undefined : place
  }

  hasFocus(): boolean {
    return this.host.contains(document.activeElement)
  }

  /** The place in the text of the cursor on the page. */
  caret(): number | undefined {
    const { focusNode, focusOffset } = document.getSelection() ?? {}
    const run = this.runAt(focusNode ?? null)
    return run && focusNode ? run.positionOf(focusNode, focusOffset ?? 0) : undefined
  }

  /** Puts the cursor at a place of the text, or into the run next to it. */
  focusAt(position: number): void {
    const runs = this.inOrder()
    const run = runs.find(({ to }) => to >= position) ?? runs.at(-1)
    if (!run) return
    const units = unitsUpTo(run.content, Math.max(0, position - run.from))
    const { node, offset } = placeAfter(run.host, units)
    run.host.focus({ preventScroll: true })
    document.getSelection()?.collapse(node, offset)
    run.host.scrollIntoView?.({ block: 'nearest' })
  }

  private inOrder(): EditedRun[] {
    return [...this.runs.values()].sort((one, other) => one.from - other.from)
  }

  private runAt(place: EventTarget | null): EditedRun | undefined {
    const element = place instanceof Element ? place : place instanceof Node ? place.parentElement : null
    const host = element?.closest<HTMLElement>('[data-run]')
    return host ? this.runs.get(host) : undefined
  }

  private onComposing(): void {
    this.isComposing = true
  }

  private onComposed(run: EditedRun | undefined): void {
    this.isComposing = false
    this.onInput(run)
    const { waiting } = this
    this.waiting = undefined
    if (waiting) this.show(waiting.page, waiting.since)
  }

  private onInput(run: EditedRun | undefined): void {
    if (!run || this.isComposing) return
    const { source } = this.ports
    const before = run.source
    const change = run.readChange()
    if (!change) return
    const isCurrent = run.isReadable && source.state.sliceDoc(run.from, run.to) === before
    if (!isCurrent || this.isLocked) {
      // The text is another one than the run shows, so the edit has no place in it.
      run.write(before)
      run.isReadable = isCurrent
      this.lockRun(run)
      return
    }
    const [from, to] = [run.from + change.from, run.from + change.to]
    // What stands there already, as when the browser has only moved nodes, is no edit.
    if (source.state.sliceDoc(from, to) === change.insert) return
    const isDeletion = change.insert === ''
    // Its range reaches as far as the text that is typed at its ends.
    source.dispatch({
      changes: { from, to, insert: change.insert },
      selection: { anchor: from + change.insert.length },
      userEvent: isDeletion ? 'delete' : 'input.type',
      annotations: editedRun.of(run),
    })
  }

  private onBeforeInput(event: InputEvent): void {
    const run = this.runAt(event.target)
    const act = run && this.caret() !== undefined && this.actOf(event, run)
    if (!act) return
    event.preventDefault()
    act()
  }

  /** What is done instead of what the browser would do. */
  private actOf(event: InputEvent, run: EditedRun): (() => void) | undefined {
    const nothing = () => undefined
    switch (event.inputType) {
      case 'insertParagraph':
      case 'insertLineBreak':
        return () => this.split(run)
      case 'historyUndo':
        return () => undo(this.ports.source)
      case 'historyRedo':
        return () => redo(this.ports.source)
      case 'insertFromPaste':
        return () => this.insert(run, event.dataTransfer?.getData('text/plain') ?? '')
      case 'insertFromDrop':
      case 'deleteByDrag':
        return nothing
      case 'deleteByCut':
        return holdsChip() ? this.ports.onCutChip : undefined
      case 'deleteContentBackward': {
        const isAtStart = neighbourAt(run.host, 'before') && document.getSelection()?.isCollapsed
        return isAtStart ? () => this.ports.onJoin(run.from) : undefined
      }
      case 'insertText': {
        const isSlash = event.data === '/' && run.content.tokens.length === 0
        return isSlash ? this.ports.onInsert : undefined
      }
      default: {
        const { inputType } = event
        if (isFormat(inputType)) return () => this.format(inputType)
        return inputType.startsWith('format') ? nothing : undefined
      }
    }
  }

  /** Gives the selected text a format, or takes it away. */
  format(format: FormatName): void {
    const caret = this.caret()
    const run = this.runAt(document.getSelection()?.focusNode ?? null)
    if (!run || caret === undefined || this.isLocked) return
    const mark = this.ports.markFor(format, caret)
    if (!mark) this.ports.onRefused()
    else if (toggleMark(run, mark)) this.onInput(run)
  }

  /** Enter: what is selected goes, and the block is split there. */
  private split(run: EditedRun): void {
    if (replaceSelected('')) this.onInput(run)
    const caret = this.caret()
    if (caret !== undefined) this.ports.onSplit(caret)
  }

  /** Replaces what is selected in a run by text. */
  private insert(run: EditedRun, text: string): void {
    if (text !== '' && replaceSelected(text)) this.onInput(run)
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    const key = pageKey(event)
    if (key) {
      event.preventDefault()
      this.act(key)
    } else if (event.key.startsWith('Arrow') && !event.shiftKey && !event.ctrlKey && !event.metaKey)
      this.leaveByArrow(event)
  }

  private act(key: PageKey): void {
    const caret = this.caret()
    if (key === 'undo') undo(this.ports.source)
    else if (key === 'redo') redo(this.ports.source)
    else if (caret === undefined || this.isLocked) return
    else if (key === 'insert') this.ports.onInsert()
    else if (isFormatKey(key)) this.format(key)
    else this.ports.onBlockKey(key, caret)
  }

  /** The cursor goes on into the next run, as in one text. */
  private leaveByArrow(event: KeyboardEvent): void {
    const run = this.runAt(event.target)
    const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowUp'
    const isLine = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (!run || !neighbourAt(run.host, isBack ? 'before' : 'behind', isLine)) return
    const runs = this.inOrder()
    const next = runs[runs.indexOf(run) + (isBack ? -1 : 1)]
    if (!next) return
    event.preventDefault()
    this.focusAt(isBack ? next.to : next.from)
  }

  private onSelection(): void {
    const run = this.hasFocus() ? this.runAt(document.activeElement) : undefined
    const caret = this.caret()
    if (!run || caret === undefined) return
    this.lastCaret = caret
    const { doc } = this.ports.source.state
    if (this.place?.run === run && this.place.doc === doc) return
    this.place = { run, doc }
    this.ports.onPlace(caret, run.element)
  }
}
