import { skipToken, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { followedPlaceQuery } from '@/api/view'

export interface FollowedPlace {
  /** The id that the address names, in the version in which the link was made. */
  asked: string | undefined
  from: string | undefined
  /** Its id in the version that is shown; undefined until it is found. */
  at: string | undefined
  /** Undefined where the link was made in the version that is shown, or does not say in which. */
  state: 'pending' | 'unchanged' | 'changed' | 'gone' | 'failed' | undefined
  /** The beginning of its text when the link was made. */
  quote: string
}

/** The paragraph that the address names, in the version that is shown. */
export function useFollowedPlace(path: string, shown: string | undefined): FollowedPlace {
  const [params] = useSearchParams()
  const asked = params.get('at') ?? undefined
  const from = params.get('from') ?? undefined
  const isOther = asked !== undefined && from !== undefined && shown !== undefined && from !== shown
  const place = followedPlaceQuery(path, { from: from ?? '', to: shown ?? '', anchor: asked ?? '' })
  const found = useQuery({ ...place, queryFn: isOther ? place.queryFn : skipToken })
  if (!isOther) return { asked, from, at: asked, state: undefined, quote: '' }
  if (found.error) return { asked, from, at: undefined, state: 'failed', quote: '' }
  if (!found.data) return { asked, from, at: undefined, state: 'pending', quote: '' }
  const { anchor, state, quote } = found.data
  const known = state === 'unchanged' || state === 'changed' ? state : 'gone'
  return { asked, from, at: known === 'gone' ? undefined : anchor, state: known, quote }
}
