import { describe, expect, it } from 'vitest'
import { cellsByAircraft, lookOf, outcomeOf } from './outcome'

const counts = { one: 0, several: 0, none: 0, missing: 0, open: 0 }

describe('a cell of the fleet map', () => {
  it('is coloured by the gravest outcome', () => {
    expect(outcomeOf({ counts: { ...counts, one: 5, none: 3 } }, false)).toBe('one')
    expect(outcomeOf({ counts: { ...counts, one: 5, open: 1 } }, false)).toBe('open')
    expect(outcomeOf({ counts: { ...counts, one: 5, open: 1, several: 1 } }, false)).toBe('several')
    expect(outcomeOf({ counts: { ...counts, one: 99, missing: 1 } }, false)).toBe('missing')
  })

  it('without modules waits only while modules are left to count', () => {
    expect(outcomeOf({ counts }, true)).toBe('pending')
    expect(outcomeOf({ counts }, false)).toBe('empty')
    expect(lookOf({ type: 'toc' }, { counts, alternates: [] }, false).sign).toBe('')
  })

  it('names the alternates of a container, and counts a section', () => {
    const group = { type: 'toc_group' } as const
    const sign = (row: Parameters<typeof lookOf>[0], of: Partial<typeof counts>, alternates: number[] = []) =>
      lookOf(row, { counts: { ...counts, ...of }, alternates }, false).sign
    expect(sign(group, { one: 1 }, [1])).toBe('2')
    expect(sign(group, { several: 1 }, [0, 2])).toBe('1+3')
    expect(sign(group, { missing: 1 })).toBe('∅')
    expect(sign(group, { none: 1 })).toBe('–')
    expect(sign({ type: 'html' }, { none: 1 })).toBe('–')
    expect(sign({ type: 'toc' }, { one: 12, none: 4 })).toBe('12')
  })

  it('is shared by aircraft with the same outcome', () => {
    const cell = { aircraft: [0, 2], counts, alternates: [] }
    expect(cellsByAircraft({ cells: [cell] }, 3)).toEqual([cell, undefined, cell])
  })
})
