import { expect, it } from 'vitest'
import { placeOfLink } from './placeOfLink'

it.each([
  [
    'https://airfolio.example/#/library/H160/MEL?dm=DMC-A_en-US&at=s1d-p1&lane=working',
    { path: '/H160/MEL/DMC-A_en-US.XML', anchor: 's1d-p1' },
  ],
  [' #/library/A%2BB/MEL?dm=DMC-A_en-US ', { path: '/A+B/MEL/DMC-A_en-US.XML', anchor: '' }],
  ['https://airfolio.example/#/library/H160/MEL', { path: '/H160/MEL' }],
  ['https://airfolio.example/#/library/H160', undefined],
  ['https://airfolio.example/#/library/H160/MULTIMEDIA?file=a.png', undefined],
  ['https://airfolio.example/#/recent', undefined],
  ['the third paragraph', undefined],
  ['', undefined],
])('reads the place of %s', (link, place) => {
  expect(placeOfLink(link)).toEqual(place)
})
