import { redo, undo } from '@codemirror/commands'
import type { EditedRun } from './editedRun'
import { type FormatName, isFormat, type TextRange } from './formats'
import { isFormatKey, type PageKey, pageKey } from './pageKeys'
import type { PagePorts } from './pagePorts'
import { wordsOf } from './paste/readHtml'
import { holdsChip, neighbourAt, replaceSelected } from './runCaret'

/** The page as its keys and inputs see it. */
export interface InputPage {
  readonly isLocked: boolean
  runAt: (place: EventTarget | null) => EditedRun | undefined
  /** The runs in the order of the text. */
  inOrder: () => EditedRun[]
  /** The place in the text of the cursor on the page. */
  caret: () => number | undefined
  focusAt: (position: number) => void
  /** The selection in the run of the cursor, while the page shows its text as it is. */
  selection: () => TextRange | undefined
  /** Writes what has changed in a run into the text. */
  onInput: (run: EditedRun) => void
  format: (format: FormatName) => void
}

/** Signs of plain text that can be pasted. */
const maxPasted = 200_000

/** The keys and inputs of a page that mean something else than the browser would do. */
export class PageInput {
  private readonly page: InputPage
  private readonly ports: PagePorts

  constructor(host: HTMLElement, page: InputPage, ports: PagePorts, signal: AbortSignal) {
    this.page = page
    this.ports = ports
    host.addEventListener('beforeinput', (event) => this.onBeforeInput(event), { signal })
    host.addEventListener('keydown', (event) => this.onKey(event), { signal })
    host.addEventListener('click', (event) => this.onClick(event), { signal })
    host.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  }

  private onBeforeInput(event: InputEvent): void {
    const run = this.page.runAt(event.target)
    const act = run && this.page.caret() !== undefined && this.actOf(event, run)
    if (!act) return
    event.preventDefault()
    act()
  }

  /** The action in place of the browser's own. */
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
        return () => this.paste(run, event.dataTransfer)
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
        // Nothing can be inserted where there is no place for text yet.
        const isSlash = event.data === '/' && run.content.tokens.length === 0 && !run.missing
        return isSlash ? () => this.ports.onInsert('/') : undefined
      }
      default: {
        const { inputType } = event
        if (isFormat(inputType)) return () => this.page.format(inputType)
        return inputType.startsWith('format') ? nothing : undefined
      }
    }
  }

  /** Enter: what is selected goes, and the block is split there. */
  private split(run: EditedRun): void {
    if (replaceSelected('')) this.page.onInput(run)
    const caret = this.page.caret()
    if (caret !== undefined) this.ports.onSplit(caret)
  }

  /** Structure becomes elements where the schema allows them; everything else is pasted as words. */
  private paste(run: EditedRun, data: DataTransfer | null): void {
    const [html, text] = [data?.getData('text/html') ?? '', data?.getData('text/plain') ?? '']
    const selected = this.page.selection()
    if (html !== '' && selected && this.ports.pasteHtml(html, selected, run.element)) return
    // Some programs copy HTML alone.
    const words = text === '' ? wordsOf(html) : text
    if (words.length > maxPasted) this.ports.onPasted('tooLong')
    else this.insert(run, words)
  }

  /** Replaces what is selected in a run by text. */
  private insert(run: EditedRun, text: string): void {
    if (text !== '' && replaceSelected(text)) this.page.onInput(run)
  }

  /** A click on a reference or another element in the text opens its form; a link in it does not lead away. */
  private onClick(event: MouseEvent): void {
    const { target } = event
    const chip = target instanceof Node ? this.page.runAt(target)?.chipOf(target) : undefined
    if (!chip) return
    event.preventDefault()
    if (!this.page.isLocked && document.getSelection()?.isCollapsed !== false) this.ports.onChip(chip)
  }

  private onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (this.ports.onKey(event)) {
      event.preventDefault()
      return
    }
    const key = pageKey(event)
    if (key) {
      event.preventDefault()
      this.act(key)
    } else if (event.key.startsWith('Arrow') && !event.shiftKey && !event.ctrlKey && !event.metaKey)
      this.leaveByArrow(event)
  }

  private act(key: PageKey): void {
    const caret = this.page.caret()
    if (key === 'undo') undo(this.ports.source)
    else if (key === 'redo') redo(this.ports.source)
    else if (caret === undefined || this.page.isLocked) return
    else if (key === 'insert') this.ports.onInsert('')
    else if (key === 'chip') this.openChip(caret)
    else if (isFormatKey(key)) this.page.format(key)
    else this.ports.onBlockKey(key, caret)
  }

  /** Opens the form of the element beside the cursor. */
  private openChip(caret: number): void {
    const run = this.page.runAt(document.activeElement)
    const chip = run?.chipBeside(caret)
    if (chip) this.ports.onChip(chip)
  }

  /** The cursor goes on into the next run, as in one text. */
  private leaveByArrow(event: KeyboardEvent): void {
    const run = this.page.runAt(event.target)
    const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowUp'
    const isLine = event.key === 'ArrowUp' || event.key === 'ArrowDown'
    if (!run || !neighbourAt(run.host, isBack ? 'before' : 'behind', isLine)) return
    const runs = this.page.inOrder()
    const next = runs[runs.indexOf(run) + (isBack ? -1 : 1)]
    if (!next) return
    event.preventDefault()
    this.page.focusAt(isBack ? next.to : next.from)
  }
}
