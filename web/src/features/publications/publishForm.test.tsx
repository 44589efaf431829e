import { expect, it } from 'vitest'
import { presetOf } from '@/testing/publications'
import { choicesOf, emptyForm, formOf, isBaseFor, jobOf, lastChosen, parametersOf } from './publishForm'

const known = { profiles: ['All', 'Hoist'], aircraft: ['QZ-HAA'], languages: ['en-US', 'zh-CN'] }

it('starts from what was chosen last, as a draft, and from nothing it does not offer', () => {
  expect(lastChosen([])).toEqual({})
  const choices = { type: 'readyForApprove', formats: ['docx', 'pdf'], operator: 'AZB', profiles: ['Hoist'] }
  const presets = [presetOf({ formats: ['html'] }, 'Weekly'), presetOf(choices)]
  expect(lastChosen(presets)).toMatchObject({ type: 'draft', formats: ['pdf'], profiles: ['Hoist'] })
  expect(formOf(presetOf({ formats: ['docx'], bookLanguages: 'klingon' }))).not.toHaveProperty('formats')
  expect(formOf(presetOf({ bookLanguages: 'klingon' }))).not.toHaveProperty('bookLanguages')
})

it('keeps in a preset what belongs to no single publication', () => {
  const form = {
    ...emptyForm,
    type: 'readyForApprove' as const,
    revision: '9',
    aircraft: ['QZ-HAA'],
    since: 'pub-0',
  }
  const choices = choicesOf(form)
  expect(choices).not.toHaveProperty('revision')
  expect(choices).not.toHaveProperty('since')
  expect({ ...emptyForm, ...formOf({ choices }) }).toEqual({ ...form, revision: '', since: '' })
})

it('sends profiles and aircraft that are still there, and languages of drafts', () => {
  const manual = { csdbName: 'H160', manualName: 'MEL', approvalRequired: 'yes' }
  const chosen = { profiles: ['All', 'Gone', 'Hoist'], aircraft: ['QZ-GONE', 'QZ-HAA'] }
  const form = { ...emptyForm, ...chosen, leftOutLanguages: ['zh-CN', 'de-DE'] }
  const sent = { profiles: ['All', 'Hoist'], aircraft: ['QZ-HAA'] }
  expect(parametersOf(form, manual, known)).toMatchObject({ ...sent, languages: ['en-US'] })
  expect(parametersOf({ ...form, type: 'readyForApprove' }, manual, known)).not.toHaveProperty('languages')
  const all = parametersOf({ ...emptyForm, leftOutLanguages: ['de-DE'] }, manual, known)
  expect(all).not.toHaveProperty('languages')
  expect(all).not.toHaveProperty('aircraft')
})

it('sends the earlier publication with incremental packages only', () => {
  const manual = { csdbName: 'H160', manualName: 'MEL', approvalRequired: 'yes' }
  const form = { ...emptyForm, revision: ' 4 ', operator: 'AZB', since: 'pub-0' }
  expect(parametersOf(form, manual, known)).toMatchObject({ revision: '4', approvalRequired: 'yes' })
  expect(parametersOf(form, manual, known)).not.toHaveProperty('since')
  expect(parametersOf({ ...form, reviseTypes: ['incremental'] }, manual, known)).toHaveProperty(
    'since',
    'pub-0',
  )
  const book = { ...form, reviseTypes: ['incremental'], formats: ['pdf'] }
  expect(parametersOf(book, manual, known)).not.toHaveProperty('since')
  expect([jobOf(form), jobOf({ ...form, type: 'readyForApprove' })]).toEqual([
    'exportQuickAta2300',
    'exportApproveAta2300',
  ])
})

it('sends the languages of a book with books only', () => {
  const manual = { csdbName: 'H160', manualName: 'MEL', approvalRequired: 'yes' }
  expect(parametersOf(emptyForm, manual, known)).not.toHaveProperty('bookLanguages')
  const book = { ...emptyForm, formats: ['pdf'], bookLanguages: 'sideBySide' }
  expect(parametersOf(book, manual, known)).toHaveProperty('bookLanguages', 'sideBySide')
})

it('offers what the receiver has as the start of changes', () => {
  const states = ['draft', 'readyForApprove', 'approved', 'withdrawn', 'superseded']
  const basesFor = (type: 'draft' | 'readyForApprove', operator: string) =>
    states.filter((state) =>
      isBaseFor({ ...emptyForm, type, operator })({
        state,
        operator: 'AZB',
        profiles: ['All'],
        aircraft: [],
      }),
    )
  expect(basesFor('readyForApprove', 'AZB')).toEqual(['approved', 'superseded'])
  expect(basesFor('draft', '')).toEqual(['draft', 'readyForApprove', 'approved', 'superseded'])
  expect(basesFor('draft', 'OTH')).toEqual([])
  const earlier = { state: 'approved', operator: 'AZB', profiles: ['All'], aircraft: ['QZ-HAA'] }
  const isBase = (profiles: string[], aircraft: string[]) =>
    isBaseFor({ ...emptyForm, profiles, aircraft })(earlier)
  expect([isBase(['All'], []), isBase([], ['QZ-HAA']), isBase(['Hoist'], [])]).toEqual([true, true, false])
})
