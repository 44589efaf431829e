import type { CaretBox } from './runCaret'

/** The end of a line, with the blanks beside it. */
const lineEnds = /[ \t]*\n\s*/g

/** Words that are typed while the page is updated. A text field below the cursor takes and shows them, Enter included. */
export class WaitingWords {
  /** Whether an input method is composing. */
  isComposing = false
  private readonly field: HTMLTextAreaElement

  constructor(
    field: HTMLTextAreaElement,
    on: { input: () => void; composed: () => void },
    signal: AbortSignal,
  ) {
    this.field = field
    const compose = (isComposing: boolean) => () => {
      this.isComposing = isComposing
      if (!isComposing) on.composed()
    }
    field.addEventListener('compositionstart', compose(true), { signal })
    field.addEventListener('compositionend', compose(false), { signal })
    field.addEventListener(
      'input',
      () => {
        this.fit()
        on.input()
      },
      { signal },
    )
  }

  get text(): string {
    return this.field.value
  }

  set text(text: string) {
    this.field.value = text
    this.fit()
  }

  /** The words in one line. `isBehindEnter`: they were typed behind an Enter that made no new block. */
  inOneLine(isBehindEnter: boolean): string {
    if (this.text === '') return ''
    return (isBehindEnter ? `\n${this.text}` : this.text).replace(lineEnds, ' ')
  }

  /** Takes the first line away; what follows its Enter stays, with the Enter before it. */
  takeLine(): string {
    const end = this.text.indexOf('\n')
    const line = end < 0 ? this.text : this.text.slice(0, end)
    this.text = this.text.slice(line.length)
    return line
  }

  /** Takes an Enter away that the words begin with. Returns whether there was one. */
  takeEnter(): boolean {
    const isEnter = this.text.startsWith('\n')
    if (isEnter) this.text = this.text.slice(1)
    return isEnter
  }

  /** Shows the field below the line of the cursor, with the focus. */
  open(caret: CaretBox | undefined): void {
    const { field } = this
    const sheet = field.parentElement
    if (caret && sheet) {
      const { left, top } = sheet.getBoundingClientRect()
      field.style.left = `${caret.block.left - left - sheet.clientLeft + sheet.scrollLeft}px`
      field.style.top = `${caret.bottom - top - sheet.clientTop + sheet.scrollTop}px`
      field.style.width = `${caret.block.width}px`
    }
    field.classList.replace('visually-hidden', 'ed-waiting')
    this.fit()
    field.focus({ preventScroll: true })
  }

  close(): void {
    this.field.classList.replace('ed-waiting', 'visually-hidden')
    // Words that are typed now have no place.
    this.field.blur()
  }

  /** As high as the words. */
  private fit(): void {
    this.field.style.height = 'auto'
    this.field.style.height = `${this.field.scrollHeight}px`
  }
}
