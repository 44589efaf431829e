import { expect, it } from 'vitest'
import { termAt } from './termHover'

const terms = ['VMC', 'fuel', 'fuel pump', '增压泵'].map((term) => ({
  id: '',
  term,
  definition: 'x',
  path: '',
}))
const found = (marked: string) => {
  const term = termAt(marked.replace('|', ''), marked.indexOf('|'), terms)
  return term && [term.term.term, term.from, term.to]
}

it('finds the longest term under the pointer', () => {
  expect(found('The Fuel pu|mp')).toEqual(['fuel pump', 4, 13])
  expect(found('The fu|el tank')).toEqual(['fuel', 4, 8])
  expect(found('检查增|压泵。')).toEqual(['增压泵', 2, 5])
})

it('finds whole words alone, and abbreviations as they are written', () => {
  expect(found('In V|MC.')).toEqual(['VMC', 3, 6])
  expect(found('In v|mc.')).toBeUndefined()
  expect(found('XV|MC')).toBeUndefined()
  expect(found('VMC and |more')).toBeUndefined()
})
