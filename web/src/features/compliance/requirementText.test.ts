import { expect, it } from 'vitest'
import { isInClauses } from './requirementText'

const clause = (marker: string, text: string) => ({ id: marker, marker, text })

it('finds the text of a regulation in its clauses', () => {
  const clauses = [
    clause('', 'The operator shall:'),
    clause('(a)', 'keep records'),
    clause('(a)(1)', 'of training'),
  ]
  expect(isInClauses({ text: 'The operator shall:\n(a) keep  records\n(1) of training', clauses })).toBe(true)
})

it.each([
  ['at least 1/2 hour', 'at least 12 hour'],
  ['10~20 minutes', '1020 minutes'],
])('compares the signs of words: %s', (before, after) => {
  expect(isInClauses({ text: `(a) ${before}`, clauses: [clause('(a)', before)] })).toBe(true)
  expect(isInClauses({ text: `(a) ${before}`, clauses: [clause('(a)', after)] })).toBe(false)
})

it('compares markers without the signs of paths', () => {
  for (const marker of ['(a/b)', '(ab)', '(z)(a/b)', '(z)(ab)']) {
    expect(isInClauses({ text: '(a/b) two pumps', clauses: [clause(marker, 'two pumps')] }), marker).toBe(
      true,
    )
  }
  expect(isInClauses({ text: '(ab) two pumps', clauses: [clause('(a/b)', 'two pumps')] })).toBe(true)
  expect(isInClauses({ text: '(a-b) two pumps', clauses: [clause('(ab)', 'two pumps')] })).toBe(false)
  expect(isInClauses({ text: '/ two pumps', clauses: [clause('', 'two pumps')] })).toBe(false)
})

it('shows a text that says more than its clauses', () => {
  const text = 'The operator shall keep records for two years; see also B.1'
  expect(isInClauses({ text, clauses: [clause('', 'records')] })).toBe(false)
  expect(isInClauses({ text, clauses: [clause('', '')] })).toBe(false)
  expect(
    isInClauses({ text: '(a) keep records (b) show them', clauses: [clause('(a)', 'keep records')] }),
  ).toBe(false)
})

it('shows a text without clauses', () => {
  expect(isInClauses({ text: 'The operator shall keep records.', clauses: [] })).toBe(false)
  expect(isInClauses({ text: '', clauses: [clause('(a)', 'keep records')] })).toBe(false)
})
