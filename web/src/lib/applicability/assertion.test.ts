import { describe, expect, it } from 'vitest'
import type { Assertion } from '@/api/types'
import { assertionOf, assertionText, groupOfAssertion } from './assertion'

const model: Assertion = {
  applicPropertyIdent: 'model',
  applicPropertyType: 'prodattr',
  applicPropertyValues: 'A|B',
  evaluates: [],
}
const hoist: Assertion = {
  applicPropertyIdent: 'hoist',
  applicPropertyType: 'condition',
  applicPropertyValues: 'yes',
  evaluates: [],
}
const nested: Assertion = {
  logicalOperator: 'and',
  evaluates: [model, { logicalOperator: 'or', evaluates: [hoist, model] }],
}

describe('an assertion', () => {
  it('is written as it was read', () => {
    expect(assertionOf(groupOfAssertion(nested))).toEqual(nested)
  })

  it('of one condition is a group of one', () => {
    expect(assertionOf(groupOfAssertion(hoist))).toEqual({ logicalOperator: 'and', evaluates: [hoist] })
    expect(groupOfAssertion(undefined).parts).toEqual([])
  })

  it('is said in one line', () => {
    const words = { and: 'and', or: 'or' }
    expect(assertionText(nested, words)).toBe('model = A / B and (hoist = yes or model = A / B)')
    expect(assertionText(hoist, words)).toBe('hoist = yes')
  })
})
