import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Reading } from '@/api/library'
import { momentOf } from '@/lib/library/moments'
import { lanes } from './lanes'

/**
 * The lane, moment or revision in the address; none means the working lane as it is.
 *
 * A revision does not change, so a moment beside it is left out. A text that is no moment is sent on: the server refuses it.
 */
export function useReading(): Reading {
  const [params] = useSearchParams()
  const asked = params.get('lane')
  const lane = lanes.find((each) => each === asked)
  const revision = params.get('revision') ?? undefined
  const text = params.get('asOf')
  const asOf = revision === undefined ? (momentOf(text) ?? text ?? undefined) : undefined
  return useMemo(() => ({ lane, revision, asOf }), [lane, revision, asOf])
}
