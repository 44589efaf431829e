import { expect, it } from 'vitest'
import { placeOfLink } from './placeOfLink'

const manualPath = '/H160/MEL'
const path = '/H160/MEL/DMC-A_en-US.XML'

it.each([
  ['?dm=DMC-A_en-US&at=s1d-p1', { anchor: 's1d-p1', text: {} }],
  ['?dm=DMC-A_en-US&at=s1d-p1&v=12', { anchor: 's1d-p1', text: { version: '12' } }],
  ['?dm=DMC-A_en-US&lane=oem', { anchor: '', text: { lane: 'oem' } }],
  ['?dm=DMC-A_en-US&lane=other', { anchor: '', text: {} }],
  ['?dm=DMC-A_en-US&revision=r2&asOf=2026-03-01', { anchor: '', text: { revision: 'r2' } }],
  ['?dm=DMC-A_en-US&asOf=2026-03-01', { anchor: '', text: { asOf: '2026-03-01' } }],
])('reads the module, the paragraph and the version of %s', (query, { anchor, text }) => {
  const link = `https://airfolio.example/#/library/H160/MEL${query}`
  const unset = { lane: undefined, revision: undefined, asOf: undefined, version: undefined }
  expect(placeOfLink(link)).toEqual({ manualPath, module: { path, anchor, text: { ...unset, ...text } } })
})

it('reads the version in which a paragraph was linked, for paragraphs alone', () => {
  const fromOf = (query: string) => placeOfLink(`#/library/H160/MEL${query}`)?.module?.from
  expect(fromOf('?dm=DMC-A_en-US&at=s1d-p1&from=12')).toBe('12')
  expect(fromOf('?dm=DMC-A_en-US&from=12')).toBeUndefined()
})

it('decodes the names in a link', () => {
  expect(placeOfLink(' #/library/A%2BB/MEL?dm=DMC-A_en-US ')?.module?.path).toBe('/A+B/MEL/DMC-A_en-US.XML')
})

it('reads the manual of a link to a manual', () => {
  expect(placeOfLink('https://airfolio.example/#/library/H160/MEL')).toEqual({ manualPath })
})

it.each([
  'https://airfolio.example/#/library/H160',
  'https://airfolio.example/#/library/H160/MULTIMEDIA?file=a.png',
  'https://airfolio.example/#/recent',
  '#/library/%/MEL',
  '#/library/H160/%E0%A4%A?dm=DMC-A_en-US',
  'the third paragraph',
  '',
])('finds no place in %s', (link) => {
  expect(placeOfLink(link)).toBeUndefined()
})
