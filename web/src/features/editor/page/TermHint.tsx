import type { GlossaryTerm } from '@/api/types'
import { useStore } from '@/ui/store'
import type { PlaceFollower } from '../model/chosenElement'
import { explainedAt, explanation } from '../model/termHover'

interface TermHintProps {
  follower: PlaceFollower
  terms: readonly GlossaryTerm[]
}

/** Explains the term of the manual at the cursor. */
export function TermHint({ follower, terms }: TermHintProps) {
  const place = useStore(follower.place)
  const found = place && explainedAt(place.doc, Math.min(place.position, place.doc.length), terms)
  return found ? <p className="af-hint">{explanation(found.term)}</p> : null
}
