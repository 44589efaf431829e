import { describe, expect, it } from 'vitest'
import type { MergeConflict } from '@/api/types'
import { type ConflictChoice, composed, mayKeepBoth, mayTakeTheirs, settledChoices } from './compose'

const text = '<?xml version="1.0"?>\n<a>\n  <p id="p1">Ours 12 Nm.</p>\n  <q x="1">Q</q>\n</a>'
const rangeOf = (part: string) => {
  const start = text.indexOf(part)
  return { start, end: start + part.length }
}
const p = '<p id="p1">Ours 12 Nm.</p>'
const words: MergeConflict = {
  kind: 'text',
  path: '/a/p',
  base: '<p id="p1">10 Nm.</p>',
  ours: p,
  theirs: '<p id="p1">14 Nm.</p>',
  ...rangeOf(p),
}
const q = '<q x="1">Q</q>'
const attribute: MergeConflict = {
  kind: 'attribute',
  path: '/a/q',
  attribute: 'x',
  base: '0',
  ours: '1',
  theirs: 'A & "B"',
  ...rangeOf(q),
}

const made = (conflicts: MergeConflict[], ...choices: (ConflictChoice | undefined)[]) =>
  composed({ text, conflicts, origins: [], isCoarse: false }, choices)
const partAt = ({ text: all, conflicts }: ReturnType<typeof composed>, index: number) => {
  const { start = 0, end = 0 } = conflicts[index] ?? {}
  return all.slice(start, end)
}

describe('a merged text with choices', () => {
  it('is ours without a choice', () => {
    expect(made([words]).text).toBe(text)
    expect(made([words], { take: 'ours' }).text).toBe(text)
    expect(partAt(made([words]), 0)).toBe(p)
  })

  it('takes theirs', () => {
    const { text: all, spans, ...rest } = made([words, attribute], { take: 'theirs' })
    expect(all).toBe(text.replace(p, '<p id="p1">14 Nm.</p>'))
    expect(spans.map(({ start, end, origin }) => [all.slice(start, end), origin])).toEqual([
      ['<p id="p1">14 Nm.</p>', 'theirs'],
    ])
    expect(partAt({ text: all, spans, ...rest }, 1)).toBe('<q x="1">')
  })

  it('keeps both, ours first, without a second id', () => {
    const both = made([words], { take: 'both' })
    expect(both.text).toBe(text.replace(p, `${p}\n  <p>14 Nm.</p>`))
    expect(partAt(both, 0)).toBe(`${p}\n  <p>14 Nm.</p>`)
  })

  it('takes what was typed', () => {
    const edited = made([words], { take: 'edited', text: '<p id="p1">12 to 14 Nm.</p>' })
    expect(edited.text).toContain('<p id="p1">12 to 14 Nm.</p>')
    expect(edited.text).not.toContain('Ours')
  })

  it('sets, adds and removes attributes', () => {
    expect(made([attribute], { take: 'theirs' }).text).toContain('<q x="A &amp; &quot;B&quot;">Q</q>')
    const added = made([{ ...attribute, attribute: 'y', ours: undefined, theirs: '2' }], { take: 'theirs' })
    expect(added.text).toContain('<q y="2" x="1">Q</q>')
    const removed = made([{ ...attribute, theirs: undefined }], { take: 'theirs' })
    expect(removed.text).toContain('<q>Q</q>')
  })

  it('keeps tabs and line feeds of attributes', () => {
    const { text: all } = made([{ ...attribute, theirs: 'a\tb\nc' }], { take: 'theirs' })
    expect(all).toContain('<q x="a&#9;b&#10;c">Q</q>')
  })

  it('is decided where it was decided before it was saved', () => {
    const saved = [{ ...words, ours: '<p id="p1">13 Nm.</p>' }, attribute]
    const choices: ConflictChoice[] = [{ take: 'edited', text: '<p id="p1">13 Nm.</p>' }]
    expect(settledChoices([words, attribute], choices, saved)).toEqual([{ take: 'ours' }, undefined])
    expect(settledChoices([words, attribute], choices, [attribute])).toEqual([undefined])
  })

  it('applies a choice about an attribute to an element that is taken over', () => {
    const element: MergeConflict = { ...words, ...rangeOf(q), ours: q, theirs: '<q x="9">Theirs</q>' }
    const all = made([element, attribute], { take: 'theirs' }, { take: 'ours' }).text
    expect(all).toContain('<q x="1">Theirs</q>')
  })

  it('drops choices inside of an element that is replaced', () => {
    const whole: MergeConflict = { ...words, start: text.indexOf('<a>'), end: text.length, theirs: '<a/>' }
    const result = made([whole, words], { take: 'theirs' }, { take: 'edited', text: '<p/>' })
    expect(result.text).toBe('<?xml version="1.0"?>\n<a/>')
    expect(partAt(result, 1)).toBe('<a/>')
  })

  it('inserts what is not there, and deletes', () => {
    // The server answers the end of the element before it, within its parent.
    const at = rangeOf(p).end
    const gone: MergeConflict = { kind: 'deleted', path: '/a/r', theirs: '<r/>', start: at, end: at }
    const inserted = made([gone], { take: 'theirs' })
    expect(inserted.text).toBe(text.replace(p, `${p}<r/>`))
    expect(partAt(inserted, 0)).toBe('<r/>')
    expect(made([{ ...words, theirs: undefined }], { take: 'theirs' }).text).not.toContain('<p')
  })

  it('keeps the origins of the rest in their new places', () => {
    const origins = [{ ...rangeOf('<q'), origin: 'both' as const }]
    const { text: all, spans } = composed({ text, conflicts: [words], origins, isCoarse: false }, [
      { take: 'theirs' },
    ])
    const [, last] = spans
    expect(all.slice(last?.start, last?.end)).toBe('<q')
  })
})

it('offers both for elements only', () => {
  expect(mayKeepBoth(words)).toBe(true)
  expect(mayKeepBoth(attribute)).toBe(false)
  expect(mayKeepBoth({ ...words, theirs: undefined })).toBe(false)
  expect(mayKeepBoth({ ...words, kind: 'document' })).toBe(false)
})

it.each([
  ['/dmodule/content/description/para[2]', true],
  ['/dmodule/content/procedure/mainProcedure/proceduralStep[3]', true],
  ['/dmodule/content/procedure/warning/warningAndCautionPara', true],
  ['/pm/content/pmEntry/dmRef[1]', true],
  ['/dmodule/content/dispatchItem/dispatchCondition[1]/repairCategory', false],
  ['/dmodule/content/description/levelledPara/title', false],
  ['/dmodule/content/table/tgroup/tbody/row[2]/entry[1]', false],
  ['/dmodule/content/dmRef/dmRefIdent', false],
])('offers both at %s: %s', (path, isOffered) => {
  expect(mayKeepBoth({ ...words, path })).toBe(isOffered)
})

it('replaces declarations where they stand', () => {
  const declared = `<!DOCTYPE a [<!ENTITY i "1">]>\n<a/>`
  const conflict: MergeConflict = {
    kind: 'declaration',
    path: '/a',
    attribute: 'i',
    ours: '<!ENTITY i "1">',
    theirs: '<!ENTITY i "2">',
    start: 0,
    end: 0,
  }
  expect(mayTakeTheirs(conflict, declared)).toBe(true)
  expect(mayTakeTheirs({ ...conflict, ours: undefined }, declared)).toBe(false)
  const result = composed({ text: declared, conflicts: [conflict], origins: [], isCoarse: false }, [
    { take: 'theirs' },
  ])
  expect(result.text).toBe('<!DOCTYPE a [<!ENTITY i "2">]>\n<a/>')
})
