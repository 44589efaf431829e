import { Text } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { placeAt } from './sourcePlace'
import { readElements } from './xmlElements'

/** The place at `|` in a text. */
function place(marked: string) {
  const position = marked.indexOf('|')
  return placeAt(Text.of(marked.replace('|', '').split('\n')), position)
}

describe('the place in the source', () => {
  it('is a new element between others', () => {
    expect(place('<a><b/><c>x</c><|<d/></a>')).toMatchObject({
      kind: 'element',
      path: ['a'],
      before: ['b', 'c'],
      behind: ['d'],
    })
    expect(place('<a><b><pa|</b></a>')).toMatchObject({
      kind: 'element',
      path: ['a', 'b'],
      before: [],
      behind: [],
    })
  })

  it('is an end tag, an attribute or a value', () => {
    expect(place('<a><b>x</|</a>')).toMatchObject({ kind: 'endTag', name: 'b' })
    expect(place('<a><b one="1" tw|></b></a>')).toMatchObject({
      kind: 'attribute',
      path: ['a', 'b'],
      present: ['one'],
    })
    expect(place('<a><b one="x > y" two=\'th|\'/></a>')).toMatchObject({
      kind: 'value',
      path: ['a', 'b'],
      attribute: 'two',
      isQuoted: true,
    })
    expect(place('<a one=|')).toMatchObject({ kind: 'value', attribute: 'one', isQuoted: false })
  })

  it('is nothing in text, comments and instructions', () => {
    for (const text of ['<a>wor|ds</a>', '<a><!-- <b |--></a>', '<?xml ver|?><a/>', '<a><b/>|</a>'])
      expect(place(text), text).toBeUndefined()
  })
})

describe('the elements of a text', () => {
  it('are found in a text that is not well-formed', () => {
    const elements = readElements('<a><!-- <x> --><b><c>1</b><![CDATA[<y>]]></d></a>')
    expect(elements.map(({ name, isClosed }) => [name, isClosed])).toEqual([
      ['a', true],
      ['b', true],
      ['c', false],
    ])
    expect(elements[0]?.children.map(({ name }) => name)).toEqual(['b'])
  })

  it('are found behind a document type', () => {
    const elements = readElements('<!DOCTYPE a [<!ENTITY x "<b>">]>\n<a><b/></a>')
    expect(elements.map(({ name }) => name)).toEqual(['a', 'b'])
  })
})
