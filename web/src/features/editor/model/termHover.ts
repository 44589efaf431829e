import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { GlossaryTerm } from '@/api/types'
import { placeAt } from './sourcePlace'

interface FoundTerm {
  term: GlossaryTerm
  from: number
  to: number
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{Script=Latin}\p{N}]/u.test(sign)

/** The longest term around a column of a line, as a whole word; an abbreviation is written as it is. */
export function termAt(line: string, column: number, terms: readonly GlossaryTerm[]): FoundTerm | undefined {
  let longest: FoundTerm | undefined
  for (const term of terms) {
    const word = term.term
    if (word === '' || word.length <= (longest?.term.term.length ?? 0)) continue
    const isExact = word === word.toUpperCase()
    const [text, wanted] = isExact ? [line, word] : [line.toLowerCase(), word.toLowerCase()]
    const from = text.lastIndexOf(wanted, column)
    const to = from + word.length
    if (from < 0 || to < column || isLetter(line[from - 1]) || isLetter(line[to])) continue
    longest = { term, from, to }
  }
  return longest
}

/** Explains a term of the manual that the pointer rests on. */
export function termHover(terms: () => readonly GlossaryTerm[]): Extension {
  return hoverTooltip((view, position) => {
    const line = view.state.doc.lineAt(position)
    const found = termAt(line.text, position - line.from, terms())
    if (!found?.term.definition || placeAt(view.state.doc, position)) return null
    const { term, definition } = found.term
    return {
      pos: line.from + found.from,
      end: line.from + found.to,
      create: () => {
        const dom = document.createElement('div')
        dom.className = 'ed-term'
        dom.textContent = `${term}: ${definition}`
        return { dom }
      },
    }
  })
}
