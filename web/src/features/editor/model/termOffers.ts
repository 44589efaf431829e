import type { GlossaryTerm } from '@/api/types'

const minLetters = 2
/** Longer runs hold no single term, and are not searched from their beginning. */
const longestRun = 40

/** Chinese and the like have no blanks between words. */
const isJoined = (letter: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letter)

/** The places in a run of letters at which a word may begin. */
function beginsOf(run: string): number[] {
  const begins = [0]
  for (let at = 1; at < run.length; at += 1) {
    if (isJoined(run.charAt(at)) || isJoined(run.charAt(at - 1))) begins.push(at)
  }
  return begins
}

interface TermOffers {
  /** The letters at the end of the text that belong to the term. */
  typed: string
  terms: GlossaryTerm[]
}

/** The terms that the letters at the end of a text may begin. One letter is too little, unless it is asked for. */
export function termOffers(
  before: string,
  terms: readonly GlossaryTerm[],
  isAsked: boolean,
): TermOffers | undefined {
  const run = /[\p{L}\p{N}][\p{L}\p{N}-]*$/u.exec(before)?.[0] ?? ''
  for (const begin of beginsOf(run)) {
    const typed = run.slice(begin)
    if (typed === '' || (typed.length < minLetters && !isAsked)) return undefined
    if (typed.length > longestRun) continue
    const folded = typed.toLowerCase()
    const found = terms.filter(({ term }) => term !== typed && term.toLowerCase().startsWith(folded))
    if (found.length > 0) return { typed, terms: found }
  }
  return undefined
}
