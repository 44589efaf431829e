import { describe, expect, it } from 'vitest'
import {
  defaultExtensionProducer,
  emptyDatabase,
  emptyManual,
  type ManualTypeChoice,
  modelsAmong,
  typesFor,
  withAircraftChoice,
  withOemChoice,
} from './manualForm'

const types: ManualTypeChoice[] = [
  { code: 'MEL', name: 'Minimum Equipment List', selfEditing: false },
  { code: 'FCOM', name: 'Flight Crew Operating Manual', selfEditing: false },
  { code: 'SELF', name: 'Self-editing manual', selfEditing: true },
]
const models = ['H160', 'H175']
const filled = {
  ...emptyManual(models),
  folderName: 'MEL',
  manualType: 'FCOM',
  translationLanguages: ['zh-CN'],
}

describe('what the forms start with', () => {
  it('is a database of type H160', () => {
    expect(emptyDatabase).toEqual({ folderName: '', aliasName: '', csdbType: 'H160' })
  })

  it('is a MEL with OEM, about the first model of the database', () => {
    expect(emptyManual(models)).toEqual({
      folderName: '',
      aliasName: '',
      withOem: 'OEM',
      manualType: 'MEL',
      aircraftRelated: 'yes',
      modelIdentCode: 'H160',
      approvalRequired: 'yes',
      translationLanguages: [],
    })
    expect(defaultExtensionProducer).toBe('F0210')
  })

  it('is a manual about no aircraft in a database without models', () => {
    expect(modelsAmong(['ATA2300', 'H160'])).toEqual(['H160'])
    expect(emptyManual(modelsAmong(['ATA2300']))).toMatchObject({
      aircraftRelated: 'no',
      modelIdentCode: 'ATA2300',
    })
  })
})

describe('how the choices act on each other', () => {
  it('without OEM: self-editing type, no aircraft, no model, approval no; the rest stays', () => {
    expect(withOemChoice(filled, 'noOem', types, emptyManual(models))).toEqual({
      ...filled,
      withOem: 'noOem',
      manualType: 'SELF',
      aircraftRelated: 'no',
      modelIdentCode: 'ATA2300',
      approvalRequired: 'no',
    })
  })

  it('with OEM again: type, aircraft, model and approval have their defaults; the rest stays', () => {
    const defaults = emptyManual(models)
    const without = withOemChoice(filled, 'noOem', types, defaults)
    expect(withOemChoice(without, 'OEM', types, defaults)).toEqual({ ...filled, manualType: 'MEL' })
  })

  it('about an aircraft or not: a model of the database, or the code for none', () => {
    const unrelated = withAircraftChoice(filled, 'no', models)
    expect(unrelated).toMatchObject({ aircraftRelated: 'no', modelIdentCode: 'ATA2300' })
    expect(withAircraftChoice(unrelated, 'yes', models)).toMatchObject({
      aircraftRelated: 'yes',
      modelIdentCode: 'H160',
    })
  })

  it('offers self-editing types without OEM only', () => {
    expect(typesFor('OEM', types).map(({ code }) => code)).toEqual(['MEL', 'FCOM'])
    expect(typesFor('noOem', types).map(({ code }) => code)).toEqual(['SELF'])
  })
})
