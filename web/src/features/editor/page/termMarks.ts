import type { GlossaryTerm } from '@/api/types'
import { explanation } from '../model/termHover'
import { termsIn } from '../model/termIndex'

const pauseMs = 400
/** More marks would slow the page. */
const maxMarks = 3000
/** The name of the marks in the stylesheet. */
const highlightName = 'ed-term'

const canMark = () => typeof CSS !== 'undefined' && 'highlights' in CSS

interface MarkedTerm {
  range: Range
  term: GlossaryTerm
}

/**
 * Marks the terms of the manual in the runs of a page, and explains the one under the pointer. The marks are drawn by the
 * browser: the nodes that are edited stay as they are. Browsers that cannot do so show no marks.
 */
export class TermMarks {
  private readonly host: HTMLElement
  private readonly terms: () => readonly GlossaryTerm[]
  private marked: MarkedTerm[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private explained: HTMLElement | undefined
  private readonly listening = new AbortController()

  constructor(host: HTMLElement, terms: () => readonly GlossaryTerm[]) {
    this.host = host
    this.terms = terms
    const { signal } = this.listening
    host.addEventListener('pointermove', (event) => this.explain(event), { signal })
  }

  stop(): void {
    clearTimeout(this.timer)
    this.listening.abort()
    this.explainNothing()
    if (canMark()) CSS.highlights.delete(highlightName)
  }

  /** The page or the terms have changed. */
  refresh(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.mark(), pauseMs)
  }

  private mark(): void {
    const terms = this.terms()
    this.marked = terms.length === 0 ? [] : marksIn(this.host, terms)
    if (!canMark()) return
    CSS.highlights.set(highlightName, new Highlight(...this.marked.map(({ range }) => range)))
  }

  private explain({ target, clientX, clientY }: PointerEvent): void {
    const run = target instanceof Element ? target.closest<HTMLElement>('[data-run]') : null
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
    const found =
      run &&
      this.marked.find(
        ({ range, term }) =>
          term.definition !== '' &&
          run.contains(range.startContainer) &&
          [...range.getClientRects()].some(isUnder),
      )
    if (!run || !found) {
      this.explainNothing()
      return
    }
    this.explained = run
    run.title = explanation(found.term)
  }

  private explainNothing(): void {
    this.explained?.removeAttribute('title')
    this.explained = undefined
  }
}

/** The terms in the texts of all runs, outside of what is edited as a whole. */
export function marksIn(host: HTMLElement, terms: readonly GlossaryTerm[]): MarkedTerm[] {
  const marked: MarkedTerm[] = []
  const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node && marked.length < maxMarks; node = texts.nextNode()) {
    const around = node.parentElement
    if (!around?.closest('[data-run]') || around.closest('[data-part]')) continue
    for (const { term, from, to } of termsIn(node.nodeValue ?? '', terms)) {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      marked.push({ range, term })
    }
  }
  return marked.slice(0, maxMarks)
}
