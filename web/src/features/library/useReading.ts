import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Reading } from '@/api/library'
import { lanes } from './lanes'

/** The lane or revision in the address; none means the working lane. */
export function useReading(): Reading {
  const [params] = useSearchParams()
  const asked = params.get('lane')
  const lane = lanes.find((each) => each === asked)
  const revision = params.get('revision') ?? undefined
  return useMemo(() => ({ lane, revision }), [lane, revision])
}
