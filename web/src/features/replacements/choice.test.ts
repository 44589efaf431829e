import { describe, expect, it } from 'vitest'
import { foundPlace, proposedModule } from '@/testing/replacements'
import { chosenIn, chosenPlaces, countPlaces, isOpen, withChoice } from './choice'

const free = proposedModule('DMC-A')
const mine = proposedModule('DMC-B', {
  state: 'mine',
  places: [foundPlace(0), foundPlace(1, { fault: 'markup' })],
})
const held = proposedModule('DMC-C', { state: 'held', heldBy: 'paula' })
const all = [free, mine, held]
const nothing: ReadonlySet<string> = new Set()

describe('the choice of places', () => {
  it('begins with all places that can be replaced', () => {
    const chosen = chosenPlaces(all, nothing, true, nothing)
    expect(chosen.map(({ path, places }) => [path, places])).toEqual([
      [free.path, [0, 1]],
      [mine.path, [0]],
    ])
    expect(countPlaces(chosen)).toBe(3)
  })

  it('has only checked-out modules when none are to be checked out', () => {
    expect(isOpen(free, false)).toBe(false)
    expect(chosenPlaces(all, nothing, false, nothing).map(({ path }) => path)).toEqual([mine.path])
  })

  it('leaves places out and takes them in again', () => {
    const without = withChoice(nothing, [{ module: free, places: [foundPlace(1)] }], false)
    expect(chosenIn(free, without).map(({ number }) => number)).toEqual([0])
    const none = withChoice(without, [{ module: free, places: free.places }], false)
    expect(chosenPlaces([free], none, true, nothing)).toEqual([])
    expect(chosenIn(free, withChoice(none, [{ module: free, places: free.places }], true))).toHaveLength(2)
  })

  it('has no module with a result', () => {
    const done = new Set([free.path])
    expect(chosenPlaces(all, nothing, true, done).map(({ path }) => path)).toEqual([mine.path])
  })
})
