import { expect, it } from 'vitest'
import { jobOf } from '@/testing/jobs'
import { bikeSummary, packageOf } from '@/testing/packages'
import { csdbTypeFor, defaultsFrom, manualFor, modelsWith } from './newManual'

const types = [
  { code: 'MEL', name: 'Minimum equipment list', selfEditing: false },
  { code: 'MMEL', name: 'Master minimum equipment list', selfEditing: false },
  { code: 'AMM', name: 'Aircraft maintenance manual', selfEditing: false },
  { code: 'SELF', name: 'Self-edited manual', selfEditing: true },
]

const typeOf = (manual: string, contentTypes: Record<string, number> = { descript: 3 }) =>
  manualFor({ kind: manual, model: 'NV240', languages: ['en-US'], contentTypes }, ['NV240'], types, [])
    .manualType

it('takes the type that the package names, by its code or in its title', () => {
  expect(typeOf('MMEL')).toBe('MMEL')
  expect(typeOf('mmel')).toBe('MMEL')
  expect(typeOf('NV240 Master Minimum Equipment List')).toBe('MMEL')
  expect(typeOf('NV240 aircraft maintenance manual')).toBe('AMM')
  expect(typeOf('Self-edited manual')).toBe('MEL')
})

it('takes a package of procedures for a maintenance manual, and anything else for the usual type', () => {
  expect(typeOf('Mountain bicycle', { proced: 40 })).toBe('AMM')
  expect(typeOf('Mountain bicycle')).toBe('MEL')
})

it('takes model and languages from the package, the first of which is the one it is written in', () => {
  const summary = { ...bikeSummary, languages: ['en-US', 'zh-CN'] }
  const told = defaultsFrom(packageOf({ summary }), jobOf({ outputMap: { manual: 'AMM' } }))
  const models = modelsWith(told.model, ['H160'])
  expect(models).toEqual(['S1000DBIKE', 'H160'])
  expect(manualFor(told, models, types, ['en-US', 'fr-FR', 'zh-CN'])).toMatchObject({
    manualType: 'AMM',
    aircraftRelated: 'yes',
    modelIdentCode: 'S1000DBIKE',
    translationLanguages: ['zh-CN'],
  })
})

it('offers what the database has where the package names no model', () => {
  expect(modelsWith('', ['H160'])).toEqual(['H160'])
  expect(modelsWith('H160', ['H160', 'H145'])).toEqual(['H160', 'H145'])
})

it('takes the type of a database from the model, and asks where none is called so or there is no model', () => {
  const known = [{ code: 'H160' }, { code: 'ATA2300' }, { code: 'NV240' }]
  expect(csdbTypeFor('nv240', known)).toBe('NV240')
  expect(csdbTypeFor('S1000DBIKE', known)).toBe('')
  expect(csdbTypeFor('', known)).toBe('')
})
