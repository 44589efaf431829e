import { describe, expect, it } from 'vitest'
import { afterMove, type ImportStep } from './importSteps'

const target = { csdbName: 'H160', manualName: 'MEL' }
const at = (step: 1 | 2 | 3): ImportStep => ({ step, target })
const atManual: ImportStep = { step: 4, csdbName: 'H160', target }

describe('the steps of the import dialog', () => {
  it('go from the summary to the choice through the edit icon', () => {
    expect(afterMove(at(1), { move: 'edit' })).toEqual(at(2))
  })

  it('open the forms from the tree and come back after creation', () => {
    expect(afterMove(at(2), { move: 'newDatabase' })).toEqual(at(3))
    const withDatabase = { step: 2, target: undefined, database: 'New' }
    expect(afterMove(at(3), { move: 'createdDatabase', csdbName: 'New' })).toEqual(withDatabase)
    expect(afterMove(at(2), { move: 'newManual', csdbName: 'H160' })).toEqual(atManual)
    const made = { csdbName: 'H160', manualName: 'AMM' }
    expect(afterMove(atManual, { move: 'createdManual', target: made })).toEqual({ step: 2, target: made })
  })

  it('close by Cancel at step 2 or below, and return to it from 3 and 4', () => {
    expect(afterMove(at(1), { move: 'cancel' })).toBeUndefined()
    expect(afterMove(at(2), { move: 'cancel' })).toBeUndefined()
    expect(afterMove(at(3), { move: 'cancel' })).toEqual(at(2))
    expect(afterMove(atManual, { move: 'cancel' })).toEqual(at(2))
  })

  it('take a manual, or none when a database was clicked', () => {
    expect(afterMove({ step: 2, target: undefined }, { move: 'choose', target })).toEqual(at(2))
    expect(afterMove(at(2), { move: 'choose', target: undefined })).toEqual({ step: 2, target: undefined })
  })

  it('lead to the choice when a manual is missing', () => {
    expect(afterMove({ step: 1, target: undefined }, { move: 'missingManual' })).toEqual({
      step: 2,
      target: undefined,
    })
  })
})
