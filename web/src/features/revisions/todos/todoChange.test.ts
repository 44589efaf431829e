import { expect, it } from 'vitest'
import { todoChange } from './todoChange'

it('sends the changed fields alone, and empty ones to remove a value', () => {
  const values = { owner: ' li.author ', dueOn: '', note: 'Kept' }
  expect(todoChange(values, { owner: true, dueOn: true })).toEqual({ owner: 'li.author', dueOn: '' })
  expect(todoChange(values, { note: true })).toEqual({ note: 'Kept' })
  expect(todoChange(values, {})).toEqual({})
})
