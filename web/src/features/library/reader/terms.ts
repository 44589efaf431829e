import type { GlossaryTerm } from '@/api/types'

/** Text that is a link, a button, a picture or no prose keeps its form. */
const skipped = 'a, button, pre, h1, h2, h3, h4, summary, [data-figure], .s1d-gen, .visually-hidden'

/** More terms than a manual explains, so that a strange repository does not slow down every page. */
const mostTerms = 5_000

/** A word, or one sign of a script without blanks between words. */
const wordPattern = /[\p{Script=Latin}\p{N}]+|[^\s\p{Script=Latin}\p{N}]/gu
const edge = /[\p{Script=Latin}\p{N}]/u

/** The terms by their first word in lower case, the longest first. */
type TermIndex = Map<string, GlossaryTerm[]>

function indexOf(terms: readonly GlossaryTerm[]): TermIndex {
  const index: TermIndex = new Map()
  for (const term of terms) {
    const first = term.term.match(wordPattern)?.[0].toLowerCase()
    if (first === undefined) continue
    const same = index.get(first)
    if (same) same.push(term)
    else index.set(first, [term])
  }
  for (const same of index.values()) same.sort((one, other) => other.term.length - one.term.length)
  return index
}

/** An abbreviation is written as it is; other terms may begin a sentence. */
const isWritten = (term: string, found: string) =>
  term === found || (term !== term.toUpperCase() && term.toLowerCase() === found.toLowerCase())

/** The longest term that stands at a place of a text as whole words; Chinese has no blanks between words. */
function termAt(text: string, at: number, word: string, index: TermIndex): GlossaryTerm | undefined {
  const found = index.get(word.toLowerCase())?.filter(({ term }) => {
    const end = at + term.length
    const isWhole = !(edge.test(text.charAt(end - 1)) && edge.test(text.charAt(end)))
    return isWhole && isWritten(term, text.slice(at, end))
  })
  const longest = found?.[0]
  // Terms that differ in their case alone have different meanings.
  const exact = found?.find(({ term }) => term.length === longest?.term.length && text.startsWith(term, at))
  return exact ?? longest
}

/** Makes the first mention of each term a button that asks for its meaning. */
export function markTerms(content: DocumentFragment, given: readonly GlossaryTerm[], label: string): void {
  const terms = given
    .filter(({ term, definition }) => term.length > 1 && definition !== '')
    .slice(0, mostTerms)
  if (terms.length === 0) return
  const index = indexOf(terms)
  const done = new Set<string>()
  for (const node of textsOf(content)) {
    if (!node.parentElement?.closest(skipped)) markIn(node, index, done, label)
  }
}

/** The texts in their order, before the first one is split. */
function textsOf(content: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) texts.push(node)
  }
  return texts
}

function markIn(text: Text, index: TermIndex, marked: Set<string>, label: string): void {
  const { data } = text
  let rest = text
  let done = 0
  let next = 0
  for (const { 0: first, index: at } of [...data.matchAll(wordPattern)]) {
    const term = at < next ? undefined : termAt(data, at, first, index)
    if (!term) continue
    next = at + term.term.length
    if (marked.has(term.term)) continue
    marked.add(term.term)
    const word = rest.splitText(at - done)
    rest = word.splitText(term.term.length)
    done = next
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'rd-term'
    button.dataset.term = term.term
    button.title = label
    button.setAttribute('aria-haspopup', 'dialog')
    word.replaceWith(button)
    button.append(word)
  }
}
