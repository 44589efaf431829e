import { Text } from '@codemirror/state'
import { expect, it } from 'vitest'
import { termsIn } from '../model/termIndex'
import { marksIn } from './termMarks'
import { offersAt } from './useTermOffers'

const terms = ['VMC', 'fuel', 'fuel pump', '增压泵'].map((term) => ({
  id: '',
  term,
  definition: 'x',
  path: '',
}))

it('finds all terms of a text, the longest at each place', () => {
  const found = (text: string) => termsIn(text, terms).map(({ from, to }) => text.slice(from, to))
  expect(found('Fuel pump and fuel in VMC, not in vmc or XVMC; refuel')).toEqual(['Fuel pump', 'fuel', 'VMC'])
  expect(found('检查增压泵和增压泵。')).toEqual(['增压泵', '增压泵'])
  expect(found('İstanbul fuel')).toEqual(['fuel'])
  expect(termsIn('anything', [])).toEqual([])
  const short = [{ id: '', term: 'V', definition: 'x', path: '' }]
  expect(termsIn('V in V1', short).map(({ from }) => from)).toEqual([0])
})

it('marks the words of runs, and not those of other elements or of what is edited as a whole', () => {
  const host = document.createElement('div')
  host.innerHTML =
    '<span>fuel</span><p><span data-run="0">The <b>fuel</b> of <span data-part="1">fuel</span> in VMC</span></p>'
  const marked = marksIn(host, terms)
  expect(marked.map(({ range, term }) => [range.toString(), term.term])).toEqual([
    ['fuel', 'fuel'],
    ['VMC', 'VMC'],
  ])
  expect(marked[0]?.range.startContainer.parentElement?.tagName).toBe('B')
})

it('offers terms for letters that the text has as they are shown', () => {
  const doc = Text.of(['<para>The fue</para>'])
  const at = '<para>The fue'.length
  expect(offersAt(doc, at, 'The fue', terms)).toMatchObject({ typed: 'fue', position: at })
  expect(offersAt(doc, at, 'The fue', terms)?.terms.map(({ term }) => term)).toEqual(['fuel', 'fuel pump'])
  // The text has an entity in the place of a letter.
  expect(offersAt(Text.of(['<para>&#102;ue</para>']), 14, 'fue', terms)).toBeUndefined()
  expect(offersAt(doc, at, 'The x', terms)).toBeUndefined()
})
