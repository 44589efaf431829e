import type { ListedPolicyItem } from '@/api/types'

type ListedPlace = Pick<ListedPolicyItem, 'id' | 'path'>

interface LastList {
  /** The page of the list, with its filters. */
  page: string
  items: readonly ListedPlace[]
}

/** The list of requirements that was shown last in this tab, from which the page of a requirement was opened. */
let last: LastList | undefined

export function rememberList(page: string, items: readonly ListedPlace[]): void {
  last = { page, items: items.map(({ id, path }) => ({ id, path })) }
}

interface ListNeighbours {
  page: string
  previous: ListedPlace | undefined
  next: ListedPlace | undefined
  /** From 1. */
  position: number
  total: number
}

/** The neighbours of a requirement in the last list; undefined when the list does not have it. */
export function neighboursOf(id: string): ListNeighbours | undefined {
  const at = last?.items.findIndex((item) => item.id === id) ?? -1
  if (!last || at < 0) return undefined
  const { page, items } = last
  return { page, previous: items[at - 1], next: items[at + 1], position: at + 1, total: items.length }
}
