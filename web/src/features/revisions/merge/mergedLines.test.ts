import { describe, expect, it } from 'vitest'
import { foldedLines, mergedLines } from './mergedLines'

const words = (lines: ReturnType<typeof mergedLines>) =>
  lines.map(({ parts }) =>
    parts.map(({ text, origin, conflict }) => [
      text,
      conflict === undefined ? origin : `${origin}!${conflict}`,
    ]),
  )

describe('the lines of a merged text', () => {
  it('are cut where the origin changes', () => {
    const text = 'one two\nthree'
    const spans = [
      { start: 0, end: 4, origin: 'base' as const },
      { start: 4, end: 10, origin: 'theirs' as const },
      { start: 10, end: 13, origin: 'ours' as const },
    ]
    expect(words(mergedLines(text, spans, []))).toEqual([
      [
        ['one ', 'base'],
        ['two', 'theirs'],
      ],
      [
        ['th', 'theirs'],
        ['ree', 'ours'],
      ],
    ])
  })

  it('name the innermost conflict', () => {
    const lines = mergedLines(
      '<a b="1">x</a>',
      [{ start: 0, end: 14, origin: 'ours' }],
      [
        { start: 0, end: 14 },
        { start: 6, end: 7 },
      ],
    )
    expect(words(lines)).toEqual([
      [
        ['<a b="', 'ours!0'],
        ['1', 'ours!1'],
        ['">x</a>', 'ours!0'],
      ],
    ])
  })

  it('have a place for a conflict about something that is not there', () => {
    const lines = mergedLines('ab', [{ start: 0, end: 2, origin: 'base' }], [{ start: 1, end: 1 }])
    expect(words(lines)).toEqual([
      [
        ['a', 'base'],
        ['', 'base!0'],
        ['b', 'base'],
      ],
    ])
    const atEnd = mergedLines('ab', [], [{ start: 2, end: 2 }])
    expect(words(atEnd)).toEqual([
      [
        ['ab', 'base'],
        ['', 'base!0'],
      ],
    ])
  })

  it('lose nothing, whatever their line ends', () => {
    const lines = mergedLines('a\r\n\r\nb', [{ start: 0, end: 3, origin: 'both' }], [])
    expect(words(lines)).toEqual([[['a', 'both']], [], [['b', 'base']]])
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3])
  })
})

describe('folded lines', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n')
  const start = text.indexOf('line 10')

  it('leave the lines around a change', () => {
    const spans = [{ start: start, end: start + 7, origin: 'ours' as const }]
    const groups = foldedLines(mergedLines(text, spans, []), 2)
    expect(groups.map(({ kind, lines }) => [kind, lines[0]?.number, lines.at(-1)?.number])).toEqual([
      ['folded', 1, 7],
      ['lines', 8, 12],
      ['folded', 13, 20],
    ])
  })

  it('are one group when nothing was changed, and none for two lines', () => {
    expect(foldedLines(mergedLines(text, [], [])).map(({ kind }) => kind)).toEqual(['folded'])
    expect(foldedLines(mergedLines('a\nb', [], [])).map(({ kind }) => kind)).toEqual(['lines'])
  })
})
