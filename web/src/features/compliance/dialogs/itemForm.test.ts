import { expect, it } from 'vitest'
import { keepTyped } from '@/lib/keepTyped'
import { openItem } from '@/testing/compliance'
import { isAssessedKind, itemFormOf, itemMerges, itemPayload } from './itemForm'

const first = { id: 'p', marker: '(a)', text: 'One' }

it('sends a requirement as it was read', () => {
  const item = openItem({
    clauses: [first],
    owner: { account: 'li.author', name: 'Li Na' },
    reviewDate: '2027-01-01',
  })
  expect(itemPayload(itemFormOf(item), item)).toMatchObject({
    policyItemCode: 'ORO.1',
    owner: 'li.author',
    reviewDate: '2027-01-01',
    clauses: [first],
  })
})

it('leaves empty values and new empty clauses out', () => {
  const form = { ...itemFormOf(undefined), policyItemCode: ' A 1 ', owner: ' ' }
  const clauses = [
    { id: '', marker: ' ', text: ' ' },
    { id: '', marker: ' (b) ', text: 'Two' },
  ]
  const sent = itemPayload({ ...form, clauses }, undefined)
  expect(sent.policyItemCode).toBe('A 1')
  expect([sent.owner, sent.effectiveDate]).toEqual([undefined, undefined])
  expect(sent.clauses).toEqual([{ id: undefined, marker: '(b)', text: 'Two' }])
})

it('keeps clauses that have a marker and no text', () => {
  const reserved = { id: 'q', marker: '(b)', text: '' }
  const item = openItem({ clauses: [first, reserved] })
  const form = itemFormOf(item)
  const added = { id: '', marker: '(c)', text: '' }
  expect(itemPayload({ ...form, title: 'Another' }, item).clauses).toEqual([first, reserved])
  expect(itemPayload({ ...form, clauses: [...form.clauses, added] }, item).clauses[2]).toMatchObject({
    marker: '(c)',
  })
})

it('keeps the clauses of both when the requirement is read again', () => {
  const opened = openItem({ clauses: [first, { id: 'q', marker: '(b)', text: 'Two' }] })
  const current = openItem({
    clauses: [
      { ...first, marker: 'a)' },
      { id: 'r', marker: '(c)', text: 'Three' },
    ],
  })
  const typed = itemFormOf(opened)
  typed.clauses = [
    { ...first, text: 'One pump' },
    { id: 'q', marker: '(b)', text: 'Two pumps' },
    { id: '', marker: '(d)', text: 'Four' },
  ]
  const merged = keepTyped(itemFormOf(opened), typed, itemFormOf(current), itemMerges)
  expect(itemPayload(merged, current).clauses).toEqual([
    { id: 'p', marker: 'a)', text: 'One pump' },
    { id: 'r', marker: '(c)', text: 'Three' },
    // Deleted by somebody else and changed here: a new clause.
    { id: undefined, marker: '(b)', text: 'Two pumps' },
    { id: undefined, marker: '(d)', text: 'Four' },
  ])
})

it('assesses all kinds but guidance material and information', () => {
  expect(['RULE', 'AMC', 'GM', 'INFO'].filter(isAssessedKind)).toEqual(['RULE', 'AMC'])
})
