import type { Extension, Text } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { GlossaryTerm } from '@/api/types'
import { placeAt } from './sourcePlace'
import { type FoundTerm, termsIn } from './termIndex'

/** The term around a column of a line. */
export const termAt = (line: string, column: number, terms: readonly GlossaryTerm[]): FoundTerm | undefined =>
  termsIn(line, terms).find(({ from, to }) => from <= column && column <= to)

/** The term with an explanation at a place of a text, between tags. */
export function explainedAt(
  doc: Text,
  position: number,
  terms: readonly GlossaryTerm[],
): FoundTerm | undefined {
  const line = doc.lineAt(position)
  const found = termAt(line.text, position - line.from, terms)
  if (!found?.term.definition || placeAt(doc, position)) return undefined
  return { term: found.term, from: line.from + found.from, to: line.from + found.to }
}

export const explanation = ({ term, definition }: GlossaryTerm) => `${term}: ${definition}`

/** Explains a term of the manual that the pointer rests on. */
export function termHover(terms: () => readonly GlossaryTerm[]): Extension {
  return hoverTooltip((view, position) => {
    const found = explainedAt(view.state.doc, position, terms())
    if (!found) return null
    return {
      pos: found.from,
      end: found.to,
      create: () => {
        const dom = document.createElement('div')
        dom.className = 'ed-term'
        dom.textContent = explanation(found.term)
        return { dom }
      },
    }
  })
}
