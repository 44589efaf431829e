import { type RunMark, type RunText, type RunToken, typedText } from './runTokens'

// The nodes of a run while it is edited. The browser changes them by itself, so that input methods work; then they are
// read again and compared with the tokens they were made from.

/** A part of the nodes, as `RunToken` without its source. */
export type RunItem =
  | { kind: 'sign'; sign: string }
  | { kind: 'open' | 'close'; mark: number }
  | { kind: 'chip'; chip: number }

const tagOf: Record<string, string> = {
  subScript: 'sub',
  subscrpt: 'sub',
  superScript: 'sup',
  supscrpt: 'sup',
}
const emphasisTags: Record<string, string> = { em02: 'em', em03: 'u', em05: 's' }

/** The element of the page for a mark. */
export function markElement(number: number, { name, open }: RunMark): HTMLElement {
  const type = /\bemphasisType\s*=\s*["']([^"']*)/.exec(open)?.[1] ?? ''
  const tag =
    name === 'changeInline' ? 'span' : name === 'emphasis' ? (emphasisTags[type] ?? 'strong') : tagOf[name]
  const element = document.createElement(tag ?? 'span')
  element.className = name === 'changeInline' ? 's1d-change' : name === 'emphasis' ? 's1d-emphasis' : ''
  if (type === 'em04') element.classList.replace('s1d-emphasis', 's1d-overline')
  element.dataset.mark = String(number)
  return element
}

/** Fills an element with the nodes of a run. `drawChip` gives the content of the chip that stands at a place. */
export function writeRun(
  element: HTMLElement,
  { tokens, marks }: RunText,
  drawChip: (chip: Extract<RunToken, { kind: 'chip' }>) => HTMLElement,
): void {
  const open: HTMLElement[] = [element]
  element.replaceChildren()
  let signs = ''
  const writeSigns = () => {
    if (signs !== '') open.at(-1)?.append(signs)
    signs = ''
  }
  for (const token of tokens) {
    if (token.kind === 'sign') {
      signs += token.sign
      continue
    }
    writeSigns()
    if (token.kind === 'close') open.pop()
    else if (token.kind === 'chip') {
      const chip = drawChip(token)
      chip.dataset.part = String(token.chip)
      chip.setAttribute('contenteditable', 'false')
      open.at(-1)?.append(chip)
    } else {
      const mark = marks.get(token.mark)
      const made = mark && markElement(token.mark, mark)
      if (!made) continue
      open.at(-1)?.append(made)
      open.push(made)
    }
  }
  writeSigns()
}

/** The parts of a run as its nodes are now. */
export function readItems(node: Node): RunItem[] {
  const items: RunItem[] = []
  for (const child of node.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      for (const sign of typedText(child.textContent ?? '')) items.push({ kind: 'sign', sign })
    } else if (child instanceof HTMLElement) {
      const { part, mark } = child.dataset
      if (part !== undefined) items.push({ kind: 'chip', chip: Number(part) })
      else if (mark === undefined) items.push(...readItems(child))
      else {
        const inside = readItems(child)
        // The browser leaves elements without text behind.
        if (inside.length === 0) continue
        const number = Number(mark)
        items.push({ kind: 'open', mark: number }, ...inside, { kind: 'close', mark: number })
      }
    }
  }
  return items
}

/** The number of signs and chips of a node. */
function unitsIn(node: Node): number {
  if (node.nodeType === Node.TEXT_NODE) return [...typedText(node.textContent ?? '')].length
  if (!(node instanceof HTMLElement)) return 0
  if (node.dataset.part !== undefined) return 1
  return [...node.childNodes].reduce((sum, child) => sum + unitsIn(child), 0)
}

/** The number of signs and chips before a place of a run. */
export function unitsBefore(run: Node, node: Node, offset: number): number {
  const chip = node instanceof Element ? node : node.parentElement
  const part = chip?.closest<HTMLElement>('[data-part]')
  if (part && run.contains(part) && part.parentNode) {
    const at = [...part.parentNode.childNodes].indexOf(part)
    return unitsBefore(run, part.parentNode, at)
  }
  let units =
    node.nodeType === Node.TEXT_NODE
      ? [...(node.textContent ?? '').slice(0, offset)].length
      : [...node.childNodes].slice(0, offset).reduce((sum, child) => sum + unitsIn(child), 0)
  for (let at: Node | null = node; at && at !== run; at = at.parentNode)
    for (let before = at.previousSibling; before; before = before.previousSibling) units += unitsIn(before)
  return units
}

/** The place in a run behind this many signs and chips. */
export function placeAfter(run: Node, units: number): { node: Node; offset: number } {
  let left = units
  for (const [index, child] of [...run.childNodes].entries()) {
    const own = unitsIn(child)
    if (left > own) {
      left -= own
      continue
    }
    if (child.nodeType === Node.TEXT_NODE) {
      const before = [...(child.textContent ?? '')].slice(0, left).join('')
      return { node: child, offset: before.length }
    }
    if (child instanceof HTMLElement && child.dataset.part === undefined && left > 0)
      return placeAfter(child, left)
    if (left === 0) return { node: run, offset: index }
    left -= own
  }
  return { node: run, offset: run.childNodes.length }
}
