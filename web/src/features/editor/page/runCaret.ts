/** Whether nothing of a run stands before or behind the cursor; in its first or last line, for `byLine`. */
export function neighbourAt(run: HTMLElement, side: 'before' | 'behind', byLine = false): boolean {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0 || !selection.isCollapsed) return false
  const caret = selection.getRangeAt(0)
  if (byLine) {
    const [line] = caret.getClientRects()
    const whole = run.getBoundingClientRect()
    // An empty run has no rectangle for the cursor.
    if (!line) return true
    const half = line.height / 2
    return side === 'before' ? line.top - whole.top < half : whole.bottom - line.bottom < half
  }
  const rest = document.createRange()
  rest.selectNodeContents(run)
  if (side === 'before') rest.setEnd(caret.startContainer, caret.startOffset)
  else rest.setStart(caret.endContainer, caret.endOffset)
  return rest.toString() === '' && !rest.cloneContents().querySelector('[data-part]')
}

/** Whether something that is edited as a whole is selected. */
export function holdsChip(): boolean {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return false
  return selection.getRangeAt(0).cloneContents().querySelector('[data-part]') !== null
}

/** Replaces what is selected by text in one line, with the cursor behind it. Returns whether something has changed. */
export function replaceSelected(text: string): boolean {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0 || (text === '' && selection.isCollapsed)) return false
  const range = selection.getRangeAt(0)
  range.deleteContents()
  if (text === '') return true
  const node = document.createTextNode(text.replace(/\s*[\r\n]+\s*/g, ' '))
  range.insertNode(node)
  selection.collapse(node, node.length)
  return true
}

/** A place on the screen: the block around it, and the lower end of its line. */
export interface CaretBox {
  block: DOMRect
  bottom: number
}

export function caretBox(run: HTMLElement, node: Node, offset: number): CaretBox {
  const caret = document.createRange()
  caret.setStart(node, offset)
  // An empty run has no rectangle for the cursor.
  const [line] = caret.getClientRects?.() ?? []
  const { bottom } = line ?? run.getBoundingClientRect()
  return { block: (run.parentElement ?? run).getBoundingClientRect(), bottom }
}
