import type { OpenPolicyItem } from '@/api/types'

const compact = (text: string) => text.replace(/\s+/g, '')

/**
 * Whether the clauses have the whole text, as those of an imported regulation do. A marker may name the clauses around
 * its own: `(a)(1)` for what the text calls `(1)`.
 */
export function isInClauses({ text, clauses }: Pick<OpenPolicyItem, 'text' | 'clauses'>): boolean {
  const whole = compact(text)
  if (whole === '' || clauses.length === 0) return false
  let at = 0
  for (const clause of clauses) {
    const marker = compact(clause.marker)
    const words = compact(clause.text)
    const ends = Array.from({ length: marker.length + 1 }, (_, start) => marker.slice(start))
    const end = ends.find((each) => whole.startsWith(each + words, at))
    if (end === undefined) return false
    at += end.length + words.length
  }
  return at === whole.length
}
