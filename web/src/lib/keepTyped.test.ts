import { describe, expect, it } from 'vitest'
import { keepTyped, mergeRows } from './keepTyped'

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

it('merges a field as it is told to, but only one that was changed', () => {
  const longest = (...texts: string[]) => texts.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const merges = { name: longest, note: longest }
  const opened = { name: 'a', note: 'opened' }
  const typed = { name: 'ab', note: 'opened' }
  const current = { name: 'abc', note: 'new' }
  expect(keepTyped(opened, typed, current, merges)).toEqual({ name: 'abc', note: 'new' })
})

describe('rows', () => {
  interface Row {
    key: string
    one: string
    two: string
  }
  const row = (key: string, one = '1', two = '2'): Row => ({ key, one, two })
  const merge = mergeRows<Row>(({ key }) => key, keepTyped)

  it.each<[string, Row[], Row[], Row[], Row[]]>([
    [
      'keeps what the other added',
      [row('a')],
      [row('a', 'x')],
      [row('a'), row('b')],
      [row('a', 'x'), row('b')],
    ],
    ['keeps what I added', [row('a')], [row('a'), row('b')], [row('a', 'x')], [row('a', 'x'), row('b')]],
    [
      'leaves away what I removed',
      [row('a'), row('b')],
      [row('b')],
      [row('a'), row('b', 'x')],
      [row('b', 'x')],
    ],
    [
      'leaves away what the other removed',
      [row('a'), row('b')],
      [row('a', 'x'), row('b')],
      [row('a')],
      [row('a', 'x')],
    ],
    ['keeps a row I changed and the other removed', [row('a')], [row('a', 'x')], [], [row('a', 'x')]],
    ['joins two changes of one row', [row('a')], [row('a', 'x')], [row('a', '1', 'y')], [row('a', 'x', 'y')]],
    ['takes mine of what both added', [], [row('a', 'x')], [row('a', 'y')], [row('a', 'x')]],
    [
      'keeps every row that has no key yet',
      [],
      [row(''), row('', 'x')],
      [row('a')],
      [row('a'), row(''), row('', 'x')],
    ],
    [
      'keeps both rows of one key',
      [row('a')],
      [row('a'), row('a', 'x')],
      [row('a')],
      [row('a'), row('a', 'x')],
    ],
  ])('%s', (_name, opened, typed, current, merged) => {
    expect(merge(opened, typed, current)).toEqual(merged)
  })
})
