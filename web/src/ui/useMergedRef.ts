import { type Ref, useCallback } from 'react'

/** One ref callback that fills both: ours and the caller's. */
export function useMergedRef<T>(ours: (element: T | null) => void, theirs: Ref<T> | undefined) {
  return useCallback(
    (element: T | null) => {
      ours(element)
      if (typeof theirs === 'function') theirs(element)
      else if (theirs) theirs.current = element
    },
    [ours, theirs],
  )
}
