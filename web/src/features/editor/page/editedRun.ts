import type { MissingTags } from './nextRuns'
import { readItems, unitsBefore, writeRun } from './runDom'
import { changeOf, offsetAfter, type RunChange, unitsUpTo } from './runEdit'
import { type ChipToken, type RunMark, type RunText, readRun, sourceOf } from './runTokens'

/** The words of a run for screen readers. */
export type RunLabel = (element: string) => string

/** An element in the text that is edited as a whole. */
export interface ChosenChip {
  name: string
  /** Its beginning in the document. */
  from: number
}

const chipsOf = ({ tokens }: RunText): ChipToken[] => tokens.filter((token) => token.kind === 'chip')

/** A run of text on the page, and its place in the source. */
export class EditedRun {
  readonly host: HTMLElement
  from: number
  to: number
  /** The local name of the element around it. */
  element: string
  /** The tags that its first words get, in an element that has no place for them yet. */
  missing: MissingTags | undefined
  private text: RunText = { lead: '', tail: '', tokens: [], marks: new Map() }
  /** The chips of pages, with their rendering, by their source: their places change while the author types. */
  private readonly drawn = new Map<string, Node | undefined>()
  /** Whether its range is still that of its element and the tags in it are in order; otherwise it waits for a page. */
  isReadable = false

  constructor(host: HTMLElement, from: number, to: number, element: string) {
    this.host = host
    this.from = from
    this.to = to
    this.element = element
  }

  /** The source as the page shows it. */
  get source(): string {
    return this.text.lead + sourceOf(this.text.tokens) + this.text.tail
  }

  get content(): RunText {
    return this.text
  }

  /** Shows a source. `chips` are the server's rendering of its chips by their places. */
  write(source: string, chips?: ReadonlyMap<number, Node>): void {
    const read = readRun(source)
    this.isReadable = read !== undefined
    if (!read) return
    this.text = read
    if (chips) this.take(chips)
    this.render(read)
  }

  /** Shows the blanks before a place of the source, so that the cursor can stand behind them. */
  showBlanksAt(offset: number): void {
    if (offsetAfter(this.text, unitsUpTo(this.text, offset)) === offset) return
    const read = readRun(this.source, offset)
    if (!read) return
    this.text = read
    this.render(read)
  }

  private render(read: RunText): void {
    writeRun(this.host, read, (chip) => {
      const element = document.createElement('span')
      element.className = 'ed-chip'
      element.title = chip.source
      this.draw(element, chip)
      return element
    })
  }

  /** Shows the server's rendering of chips in place: the cursor is never inside one. */
  redraw(chips: ReadonlyMap<number, Node>): void {
    this.take(chips)
    for (const chip of chipsOf(this.text)) {
      const element = this.host.querySelector<HTMLElement>(`[data-part="${chip.chip}"]`)
      if (element) this.draw(element, chip)
    }
  }

  /** Whether a page has shown all its chips as such; another element may be a block. */
  get hasKnownChips(): boolean {
    return chipsOf(this.text).every(({ name, source }) => name === undefined || this.drawn.has(source))
  }

  private take(chips: ReadonlyMap<number, Node>): void {
    // Typed text has moved the chips since they were read.
    const read = readRun(this.source)
    for (const { at, source } of read ? chipsOf(read) : [])
      this.drawn.set(source, chips.get(at) ?? this.drawn.get(source))
  }

  private draw(element: HTMLElement, { name, source }: ChipToken): void {
    const drawn = this.drawn.get(source)
    if (drawn && element.firstChild?.isEqualNode(drawn)) return
    element.replaceChildren(...(drawn ? [drawn.cloneNode(true)] : []))
    // Nothing of an empty element is shown, so its name stands for it.
    if (!element.textContent?.trim() && !element.querySelector('img'))
      element.textContent = /^<!\[CDATA\[([\s\S]*)\]\]>$/.exec(source)?.[1] ?? name ?? '…'
  }

  /** Lets the author edit it, or not. */
  lock(isLocked: boolean, label: string): void {
    const isEditable = !isLocked && this.isReadable
    this.host.setAttribute('contenteditable', String(isEditable))
    this.host.setAttribute('role', 'textbox')
    this.host.setAttribute('aria-label', label)
    this.host.setAttribute('aria-readonly', String(!isEditable))
    this.host.setAttribute('spellcheck', 'true')
    if (isEditable) this.host.removeAttribute('tabindex')
    else this.host.tabIndex = 0
  }

  /** Takes over what the browser has changed in the nodes; returns it as a change of the source. */
  readChange(): RunChange | undefined {
    const change = changeOf(this.text, readItems(this.host))
    if (change) this.text = { ...this.text, tokens: change.tokens }
    return change
  }

  /** The chip that a node of the page is part of, and its beginning in the document. */
  chipOf(node: Node): ChosenChip | undefined {
    const element = node instanceof Element ? node : node.parentElement
    const part = element?.closest<HTMLElement>('[data-part]')?.dataset.part
    return part === undefined ? undefined : this.chipWhere(({ chip }) => chip === Number(part))
  }

  /** The chip beside a place of the document; the one behind it first. */
  chipBeside(position: number): ChosenChip | undefined {
    const behind = this.chipWhere((_, from) => from === position)
    return behind ?? this.chipWhere(({ source }, from) => from + source.length === position)
  }

  private chipWhere(isWanted: (chip: ChipToken, from: number) => boolean): ChosenChip | undefined {
    let from = this.from + this.text.lead.length
    for (const token of this.text.tokens) {
      if (token.kind === 'chip' && token.name !== undefined && isWanted(token, from))
        return { name: token.name, from }
      from += token.source.length
    }
    return undefined
  }

  /** Adds a mark for nodes that are about to get it; returns its number. */
  addMark(mark: RunMark): number {
    const number = Math.max(-1, ...this.text.marks.keys(), ...chipsOf(this.text).map(({ chip }) => chip)) + 1
    this.text.marks.set(number, mark)
    return number
  }

  /** The place in the document of a place in the nodes. */
  positionOf(node: Node, offset: number): number {
    return this.from + offsetAfter(this.text, unitsBefore(this.host, node, offset))
  }
}
