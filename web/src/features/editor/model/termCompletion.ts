import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import type { GlossaryTerm } from '@/api/types'
import { placeAt } from './sourcePlace'

const minLetters = 2
const longestDetail = 60

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

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

/** Longer runs hold no single term, and are not searched from their beginning. */
const longestRun = 40

/** Completes the terms of the manual in the text between tags. */
export function termCompletion(terms: () => readonly GlossaryTerm[]): CompletionSource {
  return (context) => {
    const run = context.matchBefore(/[\p{L}\p{N}][\p{L}\p{N}-]*$/u)
    if (!run || placeAt(context.state.doc, context.pos)) return null
    for (const begin of beginsOf(run.text)) {
      const typed = run.text.slice(begin)
      if (typed.length > longestRun) continue
      if (typed.length < minLetters && !context.explicit) return null
      const options = optionsFor(typed, terms())
      if (options.length > 0) return { from: run.from + begin, options, filter: false }
    }
    return null
  }
}

function optionsFor(typed: string, terms: readonly GlossaryTerm[]): Completion[] {
  const begin = typed.toLowerCase()
  return terms
    .filter(({ term }) => term !== typed && term.toLowerCase().startsWith(begin))
    .map(({ term, definition }): Completion => {
      const detail = definition.slice(0, longestDetail)
      return { label: term, detail, info: definition || undefined, type: 'text', apply: escaped(term) }
    })
}
