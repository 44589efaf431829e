import { expect, it } from 'vitest'
import { savedValues } from './savedValues'

it('names the saved values that differ from the typed ones', () => {
  const saved = { title: 'Pumps', owner: '', isAssessable: false, clauses: ['a'], why: '' }
  const typed = { title: 'Fuel pumps', owner: 'li.author', isAssessable: true, clauses: ['a'], why: 'Typo' }
  const found = savedValues(typed, saved, {
    title: { label: 'Title' },
    owner: { label: 'Owner' },
    isAssessable: { label: 'Assessed', text: ({ isAssessable }) => (isAssessable ? 'Yes' : 'No') },
    clauses: { label: 'Clauses', text: ({ clauses }) => clauses.join() },
  })
  expect(found).toEqual([
    { term: 'Title', value: 'Pumps' },
    { term: 'Owner', value: '–' },
    { term: 'Assessed', value: 'No' },
  ])
})
