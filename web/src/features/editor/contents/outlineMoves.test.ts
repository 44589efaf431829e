import { describe, expect, it } from 'vitest'
import type { OutlineEntry } from '@/api/types'
import { findAgain, keysOf, placeAfter, placeForNew, placeOfDrop, visibleRows, zoneAt } from './outlineMoves'

const section = (title: string, parent?: number): OutlineEntry => ({
  kind: 'section',
  title,
  isMissing: false,
  ...(parent !== undefined && { parent }),
})
const module = (key: string, parent: number): OutlineEntry => ({
  kind: 'module',
  title: key,
  key,
  isMissing: false,
  parent,
})
const entries = [section('One'), module('A', 0), module('B', 0), section('Two'), section('Inner', 3)]

describe('moving by keyboard', () => {
  it.each([
    [1, 'down', { parent: 0, index: 2 }],
    [2, 'down', undefined],
    [2, 'up', { parent: 0, index: 0 }],
    [1, 'up', undefined],
    [3, 'in', { parent: 0, index: 2 }],
    [2, 'in', undefined],
    [4, 'out', { index: 2 }],
    [3, 'out', undefined],
  ] as const)('takes entry %i %s', (number, move, place) => {
    expect(placeAfter(entries, number, move)).toEqual(place)
  })
})

it('puts new entries into the chosen section, or behind the chosen module', () => {
  expect(placeForNew(entries, undefined)).toEqual({ index: 2 })
  expect(placeForNew(entries, 0)).toEqual({ parent: 0, index: 2 })
  expect(placeForNew(entries, 1)).toEqual({ parent: 0, index: 1 })
})

it('drops an entry before, inside or after another, and not into itself', () => {
  expect([0.1, 0.5, 0.9].map((share) => zoneAt('section', share))).toEqual(['before', 'inside', 'after'])
  expect([0.1, 0.9].map((share) => zoneAt('module', share))).toEqual(['before', 'after'])
  expect(placeOfDrop(entries, 1, 3, 'after')).toEqual({ index: 2 })
  expect(placeOfDrop(entries, 1, 3, 'inside')).toEqual({ parent: 3, index: 1 })
  expect(placeOfDrop(entries, 3, 2, 'after')).toEqual({ parent: 0, index: 2 })
  expect(placeOfDrop(entries, 3, 4, 'inside')).toBeUndefined()
})

it('hides what is in closed sections', () => {
  const keys = keysOf(entries)
  expect(visibleRows(entries, keys, new Set())).toEqual([0, 1, 2, 3, 4])
  expect(visibleRows(entries, keys, new Set(['section One 0']))).toEqual([0, 3, 4])
})

it('finds an entry again after it moved', () => {
  expect(findAgain([section('Two'), section('One'), module('A', 1)], module('A', 0), 1)).toBe(2)
  expect(findAgain(entries, { kind: 'section', title: 'Gone' }, 0)).toBeUndefined()
})
