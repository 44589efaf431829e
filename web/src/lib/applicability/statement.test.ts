import { describe, expect, it } from 'vitest'
import type { StatementNode } from '@/api/types'
import { builtOf, expressionOf, groupOf, isComplete, newGroup, singleValues, writeChange } from './statement'

const model: StatementNode = { kind: 'assert', ident: 'model', type: 'prodattr', values: 'A|B', parts: [] }
const kept: StatementNode = { kind: 'kept', number: 1, text: 'in words', parts: [] }
const either: StatementNode = { kind: 'group', any: true, parts: [model, kept] }

describe('a statement while it is built', () => {
  it('says the same when nothing was changed', () => {
    expect(expressionOf(groupOf(either))).toEqual(either)
    expect(expressionOf(groupOf(undefined))).toBeUndefined()
  })

  it('shows one condition as a group of one', () => {
    const group = groupOf(model)
    expect(group).toMatchObject({ any: false, parts: [{ kind: 'assert', ident: 'model' }] })
    expect(expressionOf(group)).toEqual({ kind: 'group', any: false, parts: [model] })
  })

  it('is complete when every condition has a property and values', () => {
    expect(isComplete(groupOf(undefined))).toBe(true)
    expect(isComplete(groupOf(either))).toBe(true)
    const inner = newGroup(true)
    expect(isComplete({ ...groupOf(model), parts: [inner] })).toBe(false)
    expect(isComplete({ ...groupOf(model), parts: [{ ...inner, parts: [] }] })).toBe(false)
  })

  it('is written with its text and its id', () => {
    const statement = {
      display: { text: 'A or B', isFixed: false },
      expression: either,
      isFixed: false,
      uses: 2,
    }
    expect(writeChange('app-1', builtOf(statement))).toEqual({
      kind: 'write',
      id: 'app-1',
      display: 'A or B',
      expression: either,
    })
  })

  it('lists values only without ranges', () => {
    expect(singleValues('A | B|')).toEqual(['A', 'B'])
    expect(singleValues('1~9|12')).toBeUndefined()
  })
})
