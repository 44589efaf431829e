import type { OutlineEntry } from '@/api/types'

/** How many sections an entry is in. */
export function depthOf(entries: readonly OutlineEntry[], number: number): number {
  let depth = 0
  for (let parent = entries[number]?.parent; parent !== undefined; parent = entries[parent]?.parent)
    depth += 1
  return depth
}
