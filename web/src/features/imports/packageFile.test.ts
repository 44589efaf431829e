import { expect, it } from 'vitest'
import { isPackage, sentName } from './packageFile'

it.each([
  ['bike.zip', true],
  ['BIKE.ZIP', true],
  ['bike.zip.exe', false],
  ['zip', false],
  ['bike.xml', false],
])('takes %s for a package: %s', (name, expected) => {
  expect(isPackage(name)).toBe(expected)
})

it('sends spaces as underscores', () => {
  expect(sentName('H160 MEL rev 2.zip')).toBe('H160_MEL_rev_2.zip')
})
