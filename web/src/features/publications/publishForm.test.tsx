import { beforeEach, expect, it } from 'vitest'
import { emptyForm, isBaseFor, jobOf, lastChoices, parametersOf, rememberChoices } from './publishForm'

beforeEach(() => localStorage.clear())

const known = { profiles: ['All', 'Hoist'], aircraft: ['QZ-HAA'], languages: ['en-US', 'zh-CN'] }

it('remembers formats, revise types and operator, and nothing it does not know', () => {
  expect(lastChoices('/H160/MEL')).toEqual({})
  rememberChoices({ ...emptyForm, formats: ['ata2300'], operator: 'AZB', revision: '9' }, '/H160/MEL')
  const shared = { formats: ['ata2300'], reviseTypes: ['complete'], operator: 'AZB' }
  expect(lastChoices('/H160/AMM')).toEqual(shared)
  for (const text of ['{"formats":["docx"]}', '{"targets":[1,{"manualPath":2}]}', '[]', 'null', 'broken']) {
    localStorage.setItem('airfolio.publish', text)
    expect(lastChoices('/H160/MEL')).toEqual({})
  }
})

it('remembers for each manual whom it was published for, up to a number of manuals', () => {
  const targets = { profiles: ['Hoist'], aircraft: ['QZ-HAA'], leftOutLanguages: ['zh-CN'] }
  rememberChoices({ ...emptyForm, ...targets }, '/H160/MEL')
  rememberChoices(emptyForm, '/H160/AMM')
  expect(lastChoices('/H160/MEL')).toMatchObject(targets)
  expect(lastChoices('/H160/AMM')).toMatchObject({ profiles: ['All'], aircraft: [] })
  for (let number = 0; number < 20; number += 1) rememberChoices(emptyForm, `/H160/${number}`)
  expect(lastChoices('/H160/MEL')).not.toHaveProperty('profiles')
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
