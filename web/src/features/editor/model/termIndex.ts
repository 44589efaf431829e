import type { GlossaryTerm } from '@/api/types'

/** A term in a text. */
export interface FoundTerm {
  term: GlossaryTerm
  from: number
  to: number
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{Script=Latin}\p{N}]/u.test(sign)

/** The terms of a manual by their first letters, so that a long text is searched once for all of them. */
class TermIndex {
  private readonly byStart = new Map<string, GlossaryTerm[]>()

  constructor(terms: readonly GlossaryTerm[]) {
    for (const term of terms) {
      const key = keyOf(term.term, 0, 2)
      if (key === '') continue
      const known = this.byStart.get(key)
      if (known) known.push(term)
      else this.byStart.set(key, [term])
    }
    for (const known of this.byStart.values()) known.sort((one, other) => other.term.length - one.term.length)
  }

  /** The terms of a text, the longest at each place; none begins within another. */
  find(text: string): FoundTerm[] {
    const folded = text.toLowerCase()
    const found: FoundTerm[] = []
    // A few letters change their length with their case; there nothing would stand at its place.
    const lower = folded.length === text.length ? folded : text
    for (let at = 0; at < text.length; at += 1) {
      const term = this.at(text, lower, at, 2) ?? this.at(text, lower, at, 1)
      if (!term) continue
      found.push({ term, from: at, to: at + term.term.length })
      at += term.term.length - 1
    }
    return found
  }

  /** The longest term at a place, of those with the same first letters; one with a single letter has no second one. */
  private at(text: string, lower: string, at: number, letters: number): GlossaryTerm | undefined {
    const known = this.byStart.get(keyOf(text, at, letters))
    return known?.find((each) => isTermAt(text, lower, at, each.term))
  }
}

const keyOf = (text: string, at: number, letters: number) => text.slice(at, at + letters).toLowerCase()

/** Whether a term stands at a place as a whole word; an abbreviation as it is written. */
function isTermAt(text: string, lower: string, at: number, term: string): boolean {
  const isExact = term === term.toUpperCase()
  const isThere = isExact ? text.startsWith(term, at) : lower.startsWith(term.toLowerCase(), at)
  return isThere && !isLetter(text[at - 1]) && !isLetter(text[at + term.length])
}

const known = new WeakMap<readonly GlossaryTerm[], TermIndex>()

/** The terms in a text, in their order. */
export function termsIn(text: string, terms: readonly GlossaryTerm[]): FoundTerm[] {
  const index = known.get(terms) ?? new TermIndex(terms)
  known.set(terms, index)
  return index.find(text)
}
