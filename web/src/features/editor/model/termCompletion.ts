import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import type { GlossaryTerm } from '@/api/types'
import { placeAt } from './sourcePlace'

const minLetters = 2
const longestDetail = 60

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Completes the terms of the manual in the text between tags. */
export function termCompletion(terms: () => readonly GlossaryTerm[]): CompletionSource {
  return (context) => {
    const word = context.matchBefore(/[\p{L}\p{N}][\p{L}\p{N}-]*$/u)
    if (!word || (word.text.length < minLetters && !context.explicit)) return null
    if (placeAt(context.state.doc, context.pos)) return null
    const typed = word.text.toLowerCase()
    const options = terms()
      .filter(({ term }) => term !== word.text && term.toLowerCase().startsWith(typed))
      .map(({ term, definition }): Completion => {
        const detail = definition.slice(0, longestDetail)
        return { label: term, detail, info: definition || undefined, type: 'text', apply: escaped(term) }
      })
    return options.length > 0 ? { from: word.from, options, filter: false } : null
  }
}
