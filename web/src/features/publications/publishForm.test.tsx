import { beforeEach, expect, it } from 'vitest'
import { emptyForm, isBaseFor, jobOf, lastChoices, parametersOf, rememberChoices } from './publishForm'

beforeEach(() => localStorage.clear())

it('remembers formats, revise types and operator, and nothing it does not know', () => {
  expect(lastChoices()).toEqual({})
  rememberChoices({ ...emptyForm, formats: ['ata2300'], operator: 'AZB', revision: '9' })
  expect(lastChoices()).toEqual({ formats: ['ata2300'], reviseTypes: ['complete'], operator: 'AZB' })
  localStorage.setItem('airfolio.publish', '{"formats":["docx"]}')
  expect(lastChoices()).toEqual({})
  localStorage.setItem('airfolio.publish', 'broken')
  expect(lastChoices()).toEqual({})
})

it('sends the earlier publication with incremental packages only', () => {
  const manual = { csdbName: 'H160', manualName: 'MEL', approvalRequired: 'yes' }
  const form = { ...emptyForm, revision: ' 4 ', operator: 'AZB', since: 'pub-0' }
  expect(parametersOf(form, manual)).toMatchObject({ revision: '4', approvalRequired: 'yes' })
  expect(parametersOf(form, manual)).not.toHaveProperty('since')
  expect(parametersOf({ ...form, reviseTypes: ['incremental'] }, manual)).toHaveProperty('since', 'pub-0')
  const book = { ...form, reviseTypes: ['incremental'], formats: ['pdf'] }
  expect(parametersOf(book, manual)).not.toHaveProperty('since')
  expect([jobOf(form), jobOf({ ...form, type: 'readyForApprove' })]).toEqual([
    'exportQuickAta2300',
    'exportApproveAta2300',
  ])
})

it('sends the languages of a book with books only', () => {
  const manual = { csdbName: 'H160', manualName: 'MEL', approvalRequired: 'yes' }
  expect(parametersOf(emptyForm, manual)).not.toHaveProperty('bookLanguages')
  const book = { ...emptyForm, formats: ['pdf'], bookLanguages: 'sideBySide' }
  expect(parametersOf(book, manual)).toHaveProperty('bookLanguages', 'sideBySide')
})

it('offers what the receiver has as the start of changes', () => {
  const states = ['draft', 'readyForApprove', 'approved', 'withdrawn', 'superseded']
  const basesFor = (type: 'draft' | 'readyForApprove', operator: string) =>
    states.filter((state) => isBaseFor(type, operator)({ state, operator: 'AZB' }))
  expect(basesFor('readyForApprove', 'AZB')).toEqual(['approved', 'superseded'])
  expect(basesFor('draft', '')).toEqual(['draft', 'readyForApprove', 'approved', 'superseded'])
  expect(basesFor('draft', 'OTH')).toEqual([])
})
