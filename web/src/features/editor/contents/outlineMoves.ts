import type { EntryPlace, OutlineEntry } from '@/api/types'

type Entries = readonly OutlineEntry[]

/** The numbers of the entries directly in a section, or in the publication. */
export function childrenOf(entries: Entries, parent: number | undefined): number[] {
  return entries.flatMap((entry, number) => (entry.parent === parent ? [number] : []))
}

export type MoveName = 'up' | 'down' | 'in' | 'out'

/** The place that an entry moves to; undefined where it cannot. */
export function placeAfter(entries: Entries, number: number, move: MoveName): EntryPlace | undefined {
  const entry = entries[number]
  if (!entry) return undefined
  const siblings = childrenOf(entries, entry.parent)
  const index = siblings.indexOf(number)
  const { parent } = entry
  switch (move) {
    case 'up':
      return index > 0 ? { parent, index: index - 1 } : undefined
    case 'down':
      return index < siblings.length - 1 ? { parent, index: index + 2 } : undefined
    case 'in': {
      const before = siblings[index - 1]
      if (before === undefined || entries[before]?.kind !== 'section') return undefined
      return { parent: before, index: childrenOf(entries, before).length }
    }
    case 'out': {
      if (parent === undefined) return undefined
      const above = entries[parent]?.parent
      return { parent: above, index: childrenOf(entries, above).indexOf(parent) + 1 }
    }
  }
}

/** The place of a new entry: at the end of a chosen section, behind any other entry, or at the end of all. */
export function placeForNew(entries: Entries, chosen: number | undefined): EntryPlace {
  const entry = chosen === undefined ? undefined : entries[chosen]
  if (chosen === undefined || !entry) return { index: childrenOf(entries, undefined).length }
  if (entry.kind === 'section') return { parent: chosen, index: childrenOf(entries, chosen).length }
  return { parent: entry.parent, index: childrenOf(entries, entry.parent).indexOf(chosen) + 1 }
}

/** The part of a row that something is dropped on. */
export type DropZone = 'before' | 'inside' | 'after'

export function zoneAt(kind: OutlineEntry['kind'], share: number): DropZone {
  if (kind !== 'section') return share < 0.5 ? 'before' : 'after'
  if (share < 0.25) return 'before'
  return share < 0.75 ? 'inside' : 'after'
}

/** The place that an entry is dropped at; undefined inside itself. */
export function placeOfDrop(
  entries: Entries,
  dragged: number,
  target: number,
  zone: DropZone,
): EntryPlace | undefined {
  for (let at: number | undefined = target; at !== undefined; at = entries[at]?.parent) {
    if (at === dragged) return undefined
  }
  if (zone === 'inside') return { parent: target, index: childrenOf(entries, target).length }
  const parent = entries[target]?.parent
  const index = childrenOf(entries, parent).indexOf(target)
  return { parent, index: zone === 'before' ? index : index + 1 }
}

/** A key of an entry that stays when other entries move: what it is, and the how manieth of its kind. */
export function keysOf(entries: Entries): string[] {
  const counts = new Map<string, number>()
  return entries.map(({ kind, key, title }) => {
    const base = `${kind} ${key ?? title}`
    const count = counts.get(base) ?? 0
    counts.set(base, count + 1)
    return `${base} ${count}`
  })
}

/** The entries that no closed section hides. */
export function visibleRows(
  entries: Entries,
  keys: readonly string[],
  closed: ReadonlySet<string>,
): number[] {
  const hidden = new Set<number>()
  const rows: number[] = []
  for (const [number, { parent }] of entries.entries()) {
    const isHidden = parent !== undefined && (hidden.has(parent) || closed.has(keys[parent] ?? ''))
    if (isHidden) hidden.add(number)
    else rows.push(number)
  }
  return rows
}

/** The entry after a change that is the same as `entry`, next to where it was. */
export function findAgain(entries: Entries, entry: Partial<OutlineEntry>, near: number): number | undefined {
  const isSame = ({ kind, key, title }: OutlineEntry) =>
    kind === entry.kind && (entry.key === undefined ? title === entry.title : key === entry.key)
  let found: number | undefined
  for (const [number, each] of entries.entries()) {
    if (!isSame(each)) continue
    if (found === undefined || Math.abs(number - near) <= Math.abs(found - near)) found = number
  }
  return found
}
