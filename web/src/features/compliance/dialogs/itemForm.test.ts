import { expect, it } from 'vitest'
import { openItem } from '@/testing/compliance'
import { itemFormOf, itemPayload } from './itemForm'

it('sends a requirement as it was read', () => {
  const item = openItem({
    clauses: [{ id: 'p', marker: '(a)', text: 'One' }],
    owner: { account: 'li.author', name: 'Li Na' },
    reviewDate: '2027-01-01',
  })
  expect(itemPayload(itemFormOf(item))).toMatchObject({
    policyItemCode: 'ORO.1',
    owner: 'li.author',
    reviewDate: '2027-01-01',
    clauses: [{ id: 'p', marker: '(a)', text: 'One' }],
  })
})

it('leaves empty values and empty clauses out', () => {
  const form = { ...itemFormOf(undefined), policyItemCode: ' A 1 ', owner: ' ' }
  const sent = itemPayload({
    ...form,
    clauses: [
      { id: '', marker: '(a)', text: ' ' },
      { id: '', marker: ' (b) ', text: 'Two' },
    ],
  })
  expect(sent.policyItemCode).toBe('A 1')
  expect([sent.owner, sent.effectiveDate]).toEqual([undefined, undefined])
  expect(sent.clauses).toEqual([{ id: undefined, marker: '(b)', text: 'Two' }])
})
