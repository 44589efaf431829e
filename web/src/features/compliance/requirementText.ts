import type { OpenPolicyItem } from '@/api/types'

const compact = (text: string) => text.replace(/\s+/g, '')

/** Signs that separate paths: markers of imported clauses may be without them. */
const separators = '/@~¶•'

/** The place behind a marker, in which text or marker may have separators that the other one has not. */
function behindMarker(whole: string, from: number, marker: string): number | undefined {
  let at = from
  for (const sign of marker) {
    let next = at
    while (at > from && !whole.startsWith(sign, next) && separators.includes(whole.charAt(next) || ' '))
      next += 1
    if (whole.startsWith(sign, next)) at = next + sign.length
    else if (!separators.includes(sign)) return undefined
  }
  return at
}

/**
 * Whether the clauses have the whole text, as those of an imported regulation do. A marker may name the clauses around
 * its own: `(a)(1)` for what the text calls `(1)`. The wording of requirements on the server has the same rule.
 */
export function isInClauses({ text, clauses }: Pick<OpenPolicyItem, 'text' | 'clauses'>): boolean {
  const whole = compact(text)
  if (whole === '' || clauses.length === 0) return false
  let at = 0
  for (const clause of clauses) {
    const marker = compact(clause.marker)
    const words = compact(clause.text)
    const ends = Array.from({ length: marker.length + 1 }, (_, start) =>
      behindMarker(whole, at, marker.slice(start)),
    )
    const behind = ends.find((end) => end !== undefined && whole.startsWith(words, end))
    if (behind === undefined) return false
    at = behind + words.length
  }
  return at === whole.length
}
