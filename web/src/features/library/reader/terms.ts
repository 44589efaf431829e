import type { GlossaryTerm } from '@/api/types'

/** Text that is a link, a button, a picture or no prose keeps its form. */
const skipped = 'a, button, pre, h1, h2, h3, h4, summary, [data-figure], .s1d-gen, .visually-hidden'

/** More terms than a manual explains, so that a strange repository does not slow down every page. */
const mostTerms = 5_000

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds any of the terms as whole words; Chinese has no blanks between words. */
function patternOf(terms: readonly GlossaryTerm[]): RegExp {
  const words = terms.map(({ term }) => term).sort((one, other) => other.length - one.length)
  const edge = '[\\p{Script=Latin}\\p{N}]'
  return new RegExp(`(?<!${edge})(?:${words.map(escaped).join('|')})(?!${edge})`, 'giu')
}

/** An abbreviation is written as it is; other terms may begin a sentence. */
const isWritten = (term: string, found: string) => term === found || term !== term.toUpperCase()

/** Makes the first mention of each term a button that asks for its meaning. */
export function markTerms(content: DocumentFragment, given: readonly GlossaryTerm[], label: string): void {
  const terms = given
    .filter(({ term, definition }) => term.length > 1 && definition !== '')
    .slice(0, mostTerms)
  if (terms.length === 0) return
  const left = new Map(terms.map((term) => [term.term.toLowerCase(), term]))
  const pattern = patternOf(terms)
  for (const node of textsOf(content)) {
    if (left.size === 0) return
    if (!node.parentElement?.closest(skipped)) markIn(node, pattern, left, label)
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

function markIn(text: Text, pattern: RegExp, left: Map<string, GlossaryTerm>, label: string): void {
  let rest = text
  let done = 0
  for (const { 0: found, index } of [...text.data.matchAll(pattern)]) {
    const term = left.get(found.toLowerCase())
    if (!term || !isWritten(term.term, found)) continue
    left.delete(found.toLowerCase())
    const word = rest.splitText(index - done)
    rest = word.splitText(found.length)
    done = index + found.length
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'rd-term'
    button.dataset.term = term.term
    button.title = label
    word.replaceWith(button)
    button.append(word)
  }
}
