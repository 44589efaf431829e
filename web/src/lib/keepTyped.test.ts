import { expect, it } from 'vitest'
import { keepTyped } from './keepTyped'

it('keeps what was typed and takes everything else from the record', () => {
  const opened = { name: 'Alpine', country: 'CH', aircraft: [{ registration: 'HB-ZAA' }] }
  const typed = { name: 'Alpine Rotor', country: 'CH', aircraft: [{ registration: 'HB-ZAA' }] }
  const current = { name: 'Alpine Air', country: 'AT', aircraft: [{ registration: 'OE-XAA' }] }
  expect(keepTyped(opened, typed, current)).toEqual({
    name: 'Alpine Rotor',
    country: 'AT',
    aircraft: [{ registration: 'OE-XAA' }],
  })
})
