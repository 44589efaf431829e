import { history, isolateHistory, undo } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { exactText, openText, positionOf } from './lineEnds'

function open(text: string): EditorState {
  const { doc, extension } = openText(text)
  return EditorState.create({ doc, extensions: [history(), extension] })
}

function undone(state: EditorState): EditorState {
  let after = state
  undo({ state, dispatch: (transaction) => (after = transaction.state) })
  return after
}

const change = (state: EditorState, ...specs: TransactionSpec[]) => state.update(...specs).state

const texts = [
  '<a>\n<b/>\n</a>\n',
  '<a>\r\n<b/>\r\n</a>\r\n',
  '\uFEFF<?xml version="1.0"?>\r\n<a/>',
  'one\rtwo\rthree',
  'a\r\nb\nc\r\nd\re\n\r\n\r',
  '',
  '\n',
  'no line end',
  'tab\tU+0085\u0085 U+2028\u2028 nbsp\u00A0',
]

describe('an untouched text', () => {
  it.each(texts)('goes back as it came: %j', (text) => {
    expect(exactText(open(text))).toBe(text)
  })
})

describe('an edited text', () => {
  it('keeps the line ends around an edit', () => {
    const state = change(open('a\r\nb\nc\r\nd'), { changes: { from: 2, insert: 'X' } })
    expect(exactText(state)).toBe('a\r\nXb\nc\r\nd')
  })

  it('ends new lines like most others', () => {
    const state = change(open('a\r\nb\nc\r\nd'), { changes: { from: 7, insert: '\ne' } })
    expect(exactText(state)).toBe('a\r\nb\nc\r\nd\r\ne')
  })

  it('brings back the kind of a deleted line end on undo', () => {
    const text = 'a\r\nb\nc\rd\r\ne'
    const state = change(open(text), { changes: { from: 2, to: 7 } })
    expect(exactText(state)).toBe('a\r\n\r\ne')
    expect(exactText(undone(state))).toBe(text)
  })

  it('brings it back to its place after other edits', () => {
    const deleted = change(open('a\r\nb\nc\r\nd'), { changes: { from: 3, to: 4 } })
    const typed = change(deleted, { changes: { from: 0, insert: 'XYZ' } })
    expect(exactText(undone(undone(typed)))).toBe('a\r\nb\nc\r\nd')
  })

  it('does not take typed text for part of a line end', () => {
    const state = change(open('a\r\nb\nc\r\nd'), {
      changes: [
        { from: 3, insert: '1' },
        { from: 4, insert: '2' },
      ],
    })
    expect(exactText(state)).toBe('a\r\nb1\n2c\r\nd')
  })
})

describe('a text that replaces exactly one line break', () => {
  const text = 'a\r\nb\nc\r\nd'
  const pasted: [insert: string, exact: string][] = [
    [' ', 'a\r\nb c\r\nd'],
    [' and ', 'a\r\nb and c\r\nd'],
    ['1\n2', 'a\r\nb1\r\n2c\r\nd'],
    ['\n\n', 'a\r\nb\r\n\r\nc\r\nd'],
  ]
  it.each(pasted)('is kept: %j', (insert, exact) => {
    const state = change(open(text), { changes: { from: 3, to: 4, insert }, userEvent: 'input.paste' })
    expect(exactText(state)).toBe(exact)
    expect(exactText(undone(state))).toBe(text)
  })

  it('leaves one line end when a line break replaces it and is undone', () => {
    const state = change(open(text), { changes: { from: 3, to: 4, insert: '\n' } })
    const back = undone(state)
    expect(exactText(back)).toBe(text)
    expect(exactText(change(back, { changes: { from: 3, to: 4, insert: 'X' } }))).toBe('a\r\nbXc\r\nd')
  })
})

/** Numbers below `limit` that look random and are the same in each run. */
function numbers(seed: number): (limit: number) => number {
  let value = seed
  return (limit) => {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((value / 2 ** 32) * limit)
  }
}

/** The characters of an exact text; each line end is one of them. */
const charactersOf = (exact: string) => exact.match(/\r\n|./gs) ?? []

it('loses no character and no line end in random edits, and brings back each text on undo', () => {
  const inserts = ['', 'x', 'words', '\n', 'a\nb', '\n\n']
  const starts = ['a\r\nb\nc\r\nd\n\n\r\n\r\ne', '\n\r\n\nk\r\n\r\n\r\nlm\n']
  for (let seed = 1; seed <= 200; seed += 1) {
    const below = numbers(seed)
    let state = open(starts[seed % 2] ?? '')
    const earlier: string[] = []
    for (let edits = 0; edits < 12; edits += 1) {
      const from = below(state.doc.length + 1)
      const to = Math.min(state.doc.length, from + below(3))
      const insert = inserts[below(inserts.length)] ?? ''
      const before = exactText(state)
      const old = charactersOf(before)
      // A line break that replaces a line break keeps its kind.
      const isSame = insert === '\n' && state.sliceDoc(from, to) === '\n'
      const written = isSame ? old.slice(from, to) : [insert.replaceAll('\n', '\r\n')]
      if (from !== to || insert !== '') earlier.push(before)
      state = change(state, { changes: { from, to, insert }, annotations: isolateHistory.of('full') })
      expect(exactText(state)).toBe([...old.slice(0, from), ...written, ...old.slice(to)].join(''))
    }
    while (earlier.length > 0) {
      state = undone(state)
      expect(exactText(state)).toBe(earlier.pop())
    }
  }
})

it('finds the places that the server counts in the exact text', () => {
  const text = '\uFEFFa\r\nb\nc\r\nd'
  const state = open(text)
  for (const letter of 'abcd') {
    const at = positionOf(state, text.indexOf(letter))
    expect(state.doc.sliceString(at, at + 1)).toBe(letter)
  }
  expect(positionOf(state, 999)).toBe(state.doc.length)
  expect(positionOf(open('a\nb'), 2)).toBe(2)
})
