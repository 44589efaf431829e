import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, it } from 'vitest'
import { termCompletion } from './termCompletion'

const terms = [
  { id: '', term: 'VMC', definition: 'Visual meteorological conditions', path: '' },
  { id: '', term: 'V & W', definition: '', path: '' },
  { id: '', term: '增压泵', definition: '', path: '' },
]
const complete = termCompletion(() => terms)

/** The labels that are offered at the `|` of a text. */
async function offered(text: string): Promise<readonly string[]> {
  const position = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', '') })
  const found = await complete(new CompletionContext(state, position, false))
  return found?.options.map(({ label, apply }) => `${label} ${String(apply)}`) ?? []
}

it('completes terms in the text between tags', async () => {
  expect(await offered('<para>In vm|</para>')).toEqual(['VMC VMC'])
  expect(await offered('<para>In v|</para>')).toEqual([])
  expect(await offered('<para>In VMC|</para>')).toEqual([])
})

it('completes Chinese terms in the middle of a sentence', async () => {
  expect(await offered('<para>请检查增压|</para>')).toEqual(['增压泵 增压泵'])
  expect(await offered('<para>保持vm|</para>')).toEqual(['VMC VMC'])
  expect(await offered('<para>请检查|</para>')).toEqual([])
})

it('offers none inside a tag', async () => {
  expect(await offered('<para><vm|')).toEqual([])
})

it('writes the signs of XML as references', async () => {
  const state = EditorState.create({ doc: '<para>v' })
  const found = await complete(new CompletionContext(state, 7, true))
  expect(found?.options.map(({ apply }) => apply)).toEqual(['VMC', 'V &amp; W'])
})
