import { expect, it } from 'vitest'
import { nameFault, nameRule } from './name'

it.each([
  ['H160', undefined],
  ['MEL-2_a+b', undefined],
  ['7', undefined],
  ['', 'empty'],
  ['H 160', 'space'],
  ['H160 ', 'space'],
  ['H\t160', 'space'],
  ['H160/MEL', 'character'],
  ['手册', 'character'],
  ['H.160', 'character'],
])('finds in the name "%s" the fault %s', (name, fault) => {
  expect(nameFault(name)).toBe(fault)
})

it('gives a form the words of the fault', () => {
  const { validate } = nameRule((key) => key)
  expect(typeof validate === 'function' && validate('a b', {})).toBe('library.name.space')
  expect(typeof validate === 'function' && validate('H160', {})).toBe(true)
})
