import { describe, expect, it } from 'vitest'
import type { LineCode, LinePart, TranslationRow } from '@/api/types'
import { changeLine, linedText } from './lines'
import { faultOf, readLine, repairedLine, shownLine, sourcesOf, writeLine } from './lineText'

const codes: LineCode[] = [
  { number: 1, start: '<emphasis>', end: '</emphasis>', label: 'emphasis', required: true },
  { number: 2, start: '<internalRef internalRefId="f1"/>', label: 'internalRef', required: true },
  { number: 3, start: '<?extra?>', label: 'extra', required: false },
]
const text = (words: string): LinePart => ({ kind: 'text', text: words, number: 0 })
const parts: LinePart[] = [
  text('Open '),
  { kind: 'open', text: '', number: 1 },
  text('both'),
  { kind: 'close', text: '', number: 1 },
  text(' at 25°C, see '),
  { kind: 'alone', text: '', number: 2 },
  text('.'),
]
const source = 'Open\n  <emphasis>both</emphasis> at 25&#176;C, see <internalRef internalRefId="f1"/>.'

describe('a typed line', () => {
  it('shows codes as marks and reads them again', () => {
    const shown = shownLine(parts)
    expect(shown).toBe('Open ⟦1⟧both⟦/1⟧ at 25°C, see ⟦2⟧.')
    expect(readLine(shown, codes)).toEqual(parts)
  })

  it('is one line, whatever is typed', () => {
    expect(readLine('a\n  b', codes)).toEqual([text('a b')])
  })

  it.each([
    ['Open ⟦1⟧both⟦/1⟧ ⟦2⟧ ⟦9⟧', 'unknown', '⟦9⟧', 'Open ⟦1⟧both⟦/1⟧ ⟦2⟧ ⟦9⟧'],
    ['Open ⟦1⟧both⟦/1⟧', 'missing', '⟦2⟧', 'Open ⟦1⟧both⟦/1⟧⟦2⟧'],
    ['打开', 'missing', '⟦1⟧', '打开⟦1⟧⟦/1⟧⟦2⟧'],
    ['⟦2⟧a⟦2⟧b⟦1⟧⟦/1⟧', 'twice', '⟦2⟧', '⟦2⟧ab⟦1⟧⟦/1⟧'],
    ['⟦1⟧both ⟦2⟧', 'crossed', '⟦1⟧', '⟦1⟧both ⟦2⟧⟦/1⟧'],
    ['both⟦/1⟧⟦1⟧⟦2⟧', 'crossed', '⟦/1⟧', 'both⟦1⟧⟦2⟧⟦/1⟧'],
    ['⟦1⟧both⟦/1⟧ ⟦2', 'unknown', '⟦', '⟦1⟧both⟦/1⟧ ⟦2⟦2⟧'],
  ])('with marks that do not fit is told and repaired: %s', (typed, kind, mark, repaired) => {
    const read = readLine(typed, codes)
    expect(faultOf(read, codes)).toEqual({ kind, mark })
    expect(shownLine(repairedLine(read, codes))).toBe(repaired)
  })

  it('that fits is not repaired', () => {
    expect(repairedLine(parts, codes)).toEqual(parts)
  })

  it('may move codes, and leave out those that only one side has', () => {
    expect(faultOf(readLine('⟦2⟧：⟦1⟧两个⟦/1⟧', codes), codes)).toBeUndefined()
  })
})

describe('a written line', () => {
  it('is the same as before when nothing was changed', () => {
    expect(writeLine(parts, codes, { parts, source })).toBe(source)
    expect(sourcesOf(source, parts, codes).join('')).toBe(source)
  })

  it('keeps the bytes of the text that was not changed', () => {
    const typed = readLine('打开 ⟦1⟧<两个>⟦/1⟧ at 25°C, see ⟦2⟧.', codes)
    expect(writeLine(typed, codes, { parts, source })).toBe(
      '打开 <emphasis>&lt;两个&gt;</emphasis> at 25&#176;C, see <internalRef internalRefId="f1"/>.',
    )
  })

  it('has its bytes again after a word was typed and taken back', () => {
    const wrapped = '25&#176;C\n  max'
    const row: TranslationRow = {
      element: 'para',
      original: [text('25°C max')],
      translation: { from: 6, to: 6 + wrapped.length, parts: [text('25°C max')] },
      codes: [],
      redline: [],
      translated: false,
    }
    const before = linedText(`<para>${wrapped}</para>`, [row])
    const typed = changeLine(before, [row], 0, [text('25°C maxi')])
    expect(typed.text).toBe('<para>25°C maxi</para>')
    expect(changeLine(typed, [row], 0, [text('25°C max')]).text).toBe(before.text)
  })

  it('moves the lines behind it', () => {
    const row = (from: number, words: string): TranslationRow => ({
      element: 'para',
      original: [text(words)],
      translation: { from, to: from + words.length, parts: [text(words)] },
      codes: [],
      redline: [],
      translated: false,
    })
    const rows = [row(6, 'One'), row(22, 'Two')]
    const before = linedText('<para>One</para><para>Two</para>', rows)
    const after = changeLine(before, rows, 0, [text('第一 & ')])
    expect(after.text).toBe('<para>第一 &amp; </para><para>Two</para>')
    expect(changeLine(after, rows, 1, [text('第二')]).text).toBe('<para>第一 &amp; </para><para>第二</para>')
  })
})
