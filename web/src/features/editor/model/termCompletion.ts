import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import type { GlossaryTerm } from '@/api/types'
import { placeAt } from './sourcePlace'
import { termOffers } from './termOffers'

const longestDetail = 60

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Completes the terms of the manual in the text between tags. */
export function termCompletion(terms: () => readonly GlossaryTerm[]): CompletionSource {
  return (context) => {
    const run = context.matchBefore(/[\p{L}\p{N}][\p{L}\p{N}-]*$/u)
    if (!run || placeAt(context.state.doc, context.pos)) return null
    const offers = termOffers(run.text, terms(), context.explicit)
    if (!offers) return null
    const options = offers.terms.map(({ term, definition }): Completion => {
      const detail = definition.slice(0, longestDetail)
      return { label: term, detail, info: definition || undefined, type: 'text', apply: escaped(term) }
    })
    return { from: context.pos - offers.typed.length, options, filter: false }
  }
}
