import { describe, expect, it } from 'vitest'
import { cellsByAircraft, lookOf, outcomeOf } from './outcome'

const counts = { one: 0, several: 0, none: 0, open: 0 }

describe('a cell of the fleet map', () => {
  it('is coloured by the gravest outcome', () => {
    expect(outcomeOf({ counts: { ...counts, one: 5, none: 3 } })).toBe('one')
    expect(outcomeOf({ counts: { ...counts, one: 5, open: 1 } })).toBe('open')
    expect(outcomeOf({ counts: { ...counts, one: 5, open: 1, several: 1 } })).toBe('several')
    expect(outcomeOf({ counts })).toBe('pending')
  })

  it('names the alternates of a container, and counts a section', () => {
    const group = { type: 'toc_group' } as const
    expect(lookOf(group, { counts: { ...counts, one: 1 }, alternates: [1] }).sign).toBe('2')
    expect(lookOf(group, { counts: { ...counts, several: 1 }, alternates: [0, 2] }).sign).toBe('1+3')
    expect(lookOf(group, { counts: { ...counts, none: 1 }, alternates: [] }).sign).toBe('∅')
    expect(lookOf({ type: 'html' }, { counts: { ...counts, none: 1 }, alternates: [] }).sign).toBe('–')
    expect(lookOf({ type: 'toc' }, { counts: { ...counts, one: 12, none: 4 }, alternates: [] }).sign).toBe(
      '12',
    )
  })

  it('is shared by aircraft with the same outcome', () => {
    const cell = { aircraft: [0, 2], counts, alternates: [] }
    expect(cellsByAircraft({ cells: [cell] }, 3)).toEqual([cell, undefined, cell])
  })
})
