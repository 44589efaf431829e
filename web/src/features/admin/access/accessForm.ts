import type { AccessGrant, AccessLevel, AccessUpdate, PlaceAccess } from '@/api/types'

export const levels = ['none', 'read', 'author', 'approve'] as const satisfies readonly AccessLevel[]

/** A grant of the form; several places can also lose one. */
export interface GrantRow {
  kind: 'account' | 'group'
  name: string
  level: AccessLevel | 'remove'
}

export interface AccessForm {
  /** `same` leaves each of several places as it is. */
  limit: 'same' | 'open' | 'limited'
  grants: GrantRow[]
}

export const sameGrantee = (one: GrantRow, other: GrantRow) =>
  one.kind === other.kind && one.name === other.name

export function accessFormOf(place: PlaceAccess | undefined): AccessForm {
  if (!place) return { limit: 'same', grants: [] }
  return { limit: place.limited ? 'limited' : 'open', grants: place.grants.flatMap(rowOf) }
}

export function rowOf({ account, group, level = 'none' }: AccessGrant): GrantRow[] {
  if (account !== undefined) return [{ kind: 'account', name: account, level }]
  return group === undefined ? [] : [{ kind: 'group', name: group, level }]
}

/** The parent of a manual's path: `/H160` of `/H160/MEL`. */
export function databaseOf(path: string): string | undefined {
  const [, database, manual] = path.split('/')
  return manual === undefined ? undefined : `/${database}`
}

/** Only what was changed, so that changes of others stay. */
export function updateOf(paths: readonly string[], before: AccessForm, after: AccessForm): AccessUpdate {
  const changed = after.grants.filter(
    (row) => !before.grants.some((old) => sameGrantee(old, row) && old.level === row.level),
  )
  const gone = before.grants.filter((old) => !after.grants.some((row) => sameGrantee(old, row)))
  return {
    paths: [...paths],
    ...(after.limit !== before.limit && { limited: after.limit === 'limited' }),
    grants: [...changed, ...gone.map((row) => ({ ...row, level: 'remove' as const }))].map(grantOf),
  }
}

function grantOf({ kind, name, level }: GrantRow): AccessGrant {
  return { [kind]: name, ...(level !== 'remove' && { level }) }
}

/**
 * The people and groups that may do less afterwards: their grant becomes lower, is taken away, or is a new refusal. The
 * present grants of several places are not known, so each new one may be lower.
 */
export function lostGrants(before: AccessForm, after: AccessForm): GrantRow[] {
  if (before.limit === 'same') return after.grants
  const gone = before.grants.filter((old) => !after.grants.some((row) => sameGrantee(old, row)))
  const lower = after.grants.filter((row) => {
    const old = before.grants.find((each) => sameGrantee(each, row))
    return old ? rank(row) < rank(old) : row.level === 'none'
  })
  return [...gone, ...lower]
}

const ranks: readonly string[] = ['remove', ...levels]
const rank = ({ level }: GrantRow) => ranks.indexOf(level)

export function takesRights(before: AccessForm, after: AccessForm): boolean {
  const closes = after.limit === 'limited' && before.limit !== 'limited'
  return closes || lostGrants(before, after).length > 0
}
