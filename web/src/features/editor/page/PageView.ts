import { Annotation, type ChangeDesc, type Text } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import type { DraftPage } from '@/api/types'
import { EditedRun } from './editedRun'
import type { FormatName, TextRange } from './formats'
import { keys, morph } from './morph'
import { type MissingTags, type NextRun, nextRuns } from './nextRuns'
import { type InputPage, PageInput } from './pageInput'
import type { PagePorts } from './pagePorts'
import { type CaretBox, caretBox } from './runCaret'
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
export class PageView implements InputPage {
  private readonly host: HTMLElement
  private readonly ports: PagePorts
  private readonly runs = new Map<HTMLElement, EditedRun>()
  private readonly listening = new AbortController()
  isLocked = false
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
    new PageInput(host, this, ports, signal)
    host.addEventListener('compositionstart', () => this.onComposing(), { signal })
    host.addEventListener('compositionend', ({ target }) => this.onComposed(this.runAt(target)), { signal })
    document.addEventListener('selectionchange', () => this.onSelection(), { signal })
  }

  destroy(): void {
    this.listening.abort()
    // Nobody reads what would be typed into these nodes.
    this.host.replaceChildren()
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
    const caret = this.hasFocus() ? this.caret() : undefined
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
    // The first words of a cell have got their paragraph, which stands in the place of what had the focus.
    if (caret !== undefined && !this.hasFocus()) this.focusAt(caret, true)
    this.ports.onShown()
  }

  private adopt(host: HTMLElement, next: NextRun): void {
    const { from, to, element, source, chips, isCertain, missing } = next
    const known = this.runs.get(host)
    const run = known ?? new EditedRun(host, from, to, element)
    Object.assign(run, { from, to, element, missing })
    if (!known?.isReadable || known.source !== source) {
      const caret = document.activeElement === host ? this.caret() : undefined
      run.write(source, chips)
      this.runs.set(host, run)
      if (caret !== undefined) this.focusAt(caret, true)
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
      const isWritten = !isBeyond && run.isReadable && run.missing === undefined
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

  /** The words before the cursor, in the text that it stands in. */
  wordsBefore(): string {
    const { focusNode, focusOffset } = document.getSelection() ?? {}
    if (!focusNode || focusNode.nodeType !== Node.TEXT_NODE || !this.runAt(focusNode)) return ''
    return (focusNode.nodeValue ?? '').slice(0, focusOffset)
  }

  /**
   * Puts the cursor at a place of the text, or into the run next to it. Behind typed text it stands exactly there, also
   * between blanks that the page would not show.
   */
  focusAt(position: number, isTyped = false): void {
    const run = this.runNear(position)
    if (!run) return
    if (isTyped && position >= run.from) run.showBlanksAt(position - run.from)
    const { node, offset } = this.placeIn(run, position)
    run.host.focus({ preventScroll: true })
    document.getSelection()?.collapse(node, offset)
    run.host.scrollIntoView?.({ block: 'nearest' })
  }

  private runNear(position: number): EditedRun | undefined {
    const runs = this.inOrder()
    return runs.find(({ to }) => to >= position) ?? runs.at(-1)
  }

  private placeIn(run: EditedRun, position: number): { node: Node; offset: number } {
    return placeAfter(run.host, unitsUpTo(run.content, Math.max(0, position - run.from)))
  }

  /** Where a place of the text is on the screen: its block, and the lower end of its line. */
  caretBox(position: number): CaretBox | undefined {
    const run = this.runNear(position)
    if (!run) return undefined
    const { node, offset } = this.placeIn(run, position)
    return caretBox(run.host, node, offset)
  }

  inOrder(): EditedRun[] {
    return [...this.runs.values()].sort((one, other) => one.from - other.from)
  }

  runAt(place: EventTarget | null): EditedRun | undefined {
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

  onInput(run: EditedRun | undefined): void {
    if (!run || this.isComposing) return
    const { source } = this.ports
    const before = run.source
    const change = run.readChange()
    if (!change) return
    const { missing } = run
    const isCurrent =
      run.isReadable && source.state.sliceDoc(run.from, run.to) === (missing?.replaced ?? before)
    if (!isCurrent || this.isLocked) {
      // The text is another one than the run shows, so the edit has no place in it.
      run.write(before)
      run.isReadable = isCurrent
      this.lockRun(run)
      return
    }
    if (missing) {
      this.fill(run, missing, change.insert)
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

  /** The first words of an element that has no place for them bring its tags with them. */
  private fill(run: EditedRun, { open, close }: MissingTags, words: string): void {
    const from = run.from + open.length
    const to = from + words.length
    run.missing = undefined
    this.ports.source.dispatch({
      changes: { from: run.from, to: run.to, insert: open + words + close },
      selection: { anchor: to },
      userEvent: 'input.type',
      annotations: editedRun.of(run),
    })
    // Its range has followed the change as a whole; the words alone are the run.
    Object.assign(run, { from, to })
    this.lastCaret = to
  }

  /** Gives the selected text a format, or takes it away. */
  format(format: FormatName): void {
    const selected = this.selected()
    if (!selected || this.isLocked || selected.run.missing) return
    const { run, ...range } = selected
    const mark = this.ports.markFor(format, range)
    if (!mark) this.ports.onRefused()
    else if (toggleMark(run, mark)) this.onInput(run)
  }

  selection(): TextRange | undefined {
    const selected = this.selected()
    if (!selected || this.isLocked || selected.run.missing) return undefined
    const { run, from, to } = selected
    const isCurrent = run.isReadable && this.ports.source.state.sliceDoc(run.from, run.to) === run.source
    return isCurrent ? { from, to } : undefined
  }

  /** The selection in the run of the cursor. */
  private selected(): { run: EditedRun; from: number; to: number } | undefined {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {}
    const run = this.runAt(focusNode ?? null)
    if (!run || !focusNode) return undefined
    const head = run.positionOf(focusNode, focusOffset ?? 0)
    const isWithin = anchorNode && this.runAt(anchorNode) === run
    const anchor = isWithin ? run.positionOf(anchorNode, anchorOffset ?? 0) : head
    return { run, from: Math.min(anchor, head), to: Math.max(anchor, head) }
  }

  private onSelection(): void {
    const run = this.hasFocus() ? this.runAt(document.activeElement) : undefined
    const caret = this.caret()
    if (!run || caret === undefined) return
    this.lastCaret = caret
    this.ports.onCaret(caret)
    const { doc } = this.ports.source.state
    if (this.place?.run === run && this.place.doc === doc) return
    this.place = { run, doc }
    this.ports.onPlace(caret, run.element)
  }
}
