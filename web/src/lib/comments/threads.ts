import type { PlacedComment } from '@/api/types'

/** The threads in the order of their paragraphs: the whole module first, those without a place last. */
export function inTextOrder(threads: readonly PlacedComment[], ids: readonly string[]): PlacedComment[] {
  const places = new Map(ids.map((id, index) => [id, index]))
  const rank = ({ place, placeState }: PlacedComment) => {
    if (placeState === 'gone') return ids.length + 1
    return place === '' ? -1 : (places.get(place) ?? ids.length)
  }
  return [...threads].sort((a, b) => rank(a) - rank(b))
}

/** The number of open threads at each place of the text. */
export function openAtPlaces(threads: readonly PlacedComment[]): Map<string, PlacedComment[]> {
  const found = new Map<string, PlacedComment[]>()
  for (const listed of threads) {
    if (listed.place === '' || listed.thread.state !== 'open') continue
    found.set(listed.place, [...(found.get(listed.place) ?? []), listed])
  }
  return found
}
