import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readSearch, type SearchState, writeSearch } from './searchState'

export interface SearchNavigation {
  state: SearchState
  /** Asks something else: Back returns to the question before. */
  ask: (state: SearchState) => void
  /** Another look at the same question, seen at once, which leaves no trace in the history. */
  adjust: (state: SearchState) => void
}

/** The search that the address tells. */
export function useSearchState(): SearchNavigation {
  const [params, setParams] = useSearchParams()
  return useMemo(
    () => ({
      state: readSearch(params),
      ask: (state) => setParams(writeSearch(state)),
      adjust: (state) => setParams(writeSearch(state), { replace: true, flushSync: true }),
    }),
    [params, setParams],
  )
}
