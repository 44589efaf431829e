import { describe, expect, it } from 'vitest'
import { indexAfterKey } from './arrowKeys'

describe('indexAfterKey', () => {
  it.each([
    ['ArrowDown', 0, 3, 'vertical', 1],
    ['ArrowDown', 2, 3, 'vertical', 0],
    ['ArrowUp', 0, 3, 'vertical', 2],
    ['ArrowRight', 1, 3, 'horizontal', 2],
    ['ArrowLeft', 0, 3, 'horizontal', 2],
    ['Home', 2, 3, 'vertical', 0],
    ['End', 0, 3, 'horizontal', 2],
    ['ArrowRight', 0, 3, 'vertical', undefined],
    ['a', 0, 3, 'vertical', undefined],
    ['ArrowDown', 0, 0, 'vertical', undefined],
  ] as const)('%s from %i of %i going %s leads to %s', (key, index, count, direction, expected) => {
    expect(indexAfterKey(key, index, count, direction)).toBe(expected)
  })
})
