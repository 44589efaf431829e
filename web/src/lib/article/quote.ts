import { placeOf } from './blocks'
import { sanitise } from './sanitise'

/** A block of a module, outside of its page. */
export interface Quote {
  /** Without ids and without links that lead elsewhere in the module. */
  content: HTMLElement
  /** Its words, in one line. */
  text: string
  /** The ids of the annotations of the block and of those around it, the outermost first. */
  annotations: string[]
}

/** The block with this id in the HTML of a module; undefined when there is none. */
export function quoteOf(html: string, id: string): Quote | undefined {
  const found = placeOf(sanitise(html), id)
  if (!found) return undefined
  return {
    content: standalone(found),
    text: (found.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
    annotations: annotationsAround(found),
  }
}

function annotationsAround(block: HTMLElement): string[] {
  const ids = new Set<string>()
  for (let at: HTMLElement | null = block; at; at = at.parentElement) {
    if (at.dataset.applicId) ids.add(at.dataset.applicId)
  }
  return [...ids].toReversed()
}

/** A copy that can stand on another page: a row keeps the heading of its table, an item its list. */
function standalone(block: HTMLElement): HTMLElement {
  const copy = framed(block)
  for (const each of [copy, ...copy.querySelectorAll('[id]')]) each.removeAttribute('id')
  for (const link of copy.querySelectorAll('a[href^="#"]')) link.removeAttribute('href')
  return copy
}

const copyOf = (element: Element) => document.importNode(element, true)

function framed(block: HTMLElement): HTMLElement {
  const frame = (name: string, ...content: Node[]) => {
    const element = document.createElement(name)
    element.append(...content)
    return element
  }
  if (block.localName === 'tr') {
    const head = block.closest('thead') ? null : (block.closest('table')?.querySelector('thead') ?? null)
    return frame('table', ...(head ? [copyOf(head)] : []), frame('tbody', copyOf(block)))
  }
  if (block.localName === 'td' || block.localName === 'th') return frame('div', ...copyOf(block).childNodes)
  return block.localName === 'li' ? frame('ul', copyOf(block)) : frame('div', copyOf(block))
}
