import { describe, expect, it } from 'vitest'
import type { PlaceAccess } from '@/api/types'
import { accessFormOf, databaseOf, type GrantRow, lostGrants, takesRights, updateOf } from './accessForm'

const place: PlaceAccess = {
  path: '/H160',
  limited: false,
  grants: [
    { group: 'Fleet 2', level: 'author' },
    { account: 'ben', level: 'read' },
  ],
}
const before = accessFormOf(place)
const fleet: GrantRow = { kind: 'group', name: 'Fleet 2', level: 'author' }
const ben: GrantRow = { kind: 'account', name: 'ben', level: 'read' }

describe('the change of a place', () => {
  it('names only what differs', () => {
    expect(updateOf(['/H160'], before, before)).toEqual({ paths: ['/H160'], grants: [] })
    const after = { limit: 'limited' as const, grants: [{ ...fleet, level: 'approve' as const }] }
    expect(updateOf(['/H160'], before, after)).toEqual({
      paths: ['/H160'],
      limited: true,
      grants: [{ group: 'Fleet 2', level: 'approve' }, { account: 'ben' }],
    })
  })

  it('leaves several places as they are unless a limit is chosen', () => {
    const several = accessFormOf(undefined)
    const grants = [{ kind: 'group' as const, name: 'Fleet 2', level: 'remove' as const }]
    expect(updateOf(['/A', '/B'], several, { ...several, grants })).toEqual({
      paths: ['/A', '/B'],
      grants: [{ group: 'Fleet 2' }],
    })
  })
})

describe('what is taken away', () => {
  it('is a lower, a missing and a refusing grant, and a new limit', () => {
    expect(takesRights(before, before)).toBe(false)
    expect(takesRights(before, { ...before, limit: 'limited' })).toBe(true)
    expect(lostGrants(before, { ...before, grants: [fleet] })).toEqual([ben])
    const lower = { ...fleet, level: 'read' as const }
    expect(lostGrants(before, { ...before, grants: [lower, ben] })).toEqual([lower])
    const refused = { kind: 'account' as const, name: 'kim', level: 'none' as const }
    expect(lostGrants(before, { ...before, grants: [...before.grants, refused] })).toEqual([refused])
  })

  it('is not a higher grant, nor a limit lifted', () => {
    const higher = { ...fleet, level: 'approve' as const }
    const limited = { ...before, limit: 'limited' as const }
    expect(takesRights(limited, { limit: 'open', grants: [higher, ben] })).toBe(false)
  })

  it('may be any grant of several places, whose present ones are unknown', () => {
    const several = accessFormOf(undefined)
    expect(takesRights(several, { ...several, grants: [fleet] })).toBe(true)
  })
})

it('finds the database of a manual', () => {
  expect(databaseOf('/H160/MEL')).toBe('/H160')
  expect(databaseOf('/H160')).toBeUndefined()
})
