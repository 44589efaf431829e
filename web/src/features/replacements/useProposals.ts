import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { replacementsQuery } from '@/api/replacements'
import type { ProposedModule, UnreadModule } from '@/api/types'
import { currentLanguage } from '@/lib/i18n'
import { countPlaces } from './choice'
import { type ReplaceForm, requestOf } from './replaceForm'

/** Places after which a search waits for the user: nobody looks at more at once. */
const mostPlaces = 1_000

interface Proposals {
  modules: ProposedModule[]
  unread: UnreadModule[]
  places: number
  /** The modules that were looked at. */
  read: number
  /** All modules to look at; undefined before the first answer. */
  total: number | undefined
  isSearching: boolean
  /** The search has not looked at all modules and waits. */
  isPaused: boolean
  error: Error | null
  stop: () => void
  /** Goes on, also after an error. */
  goOn: () => void
}

/** Searches answer by answer until all modules were looked at, enough places are found, or the user stops. */
export function useProposals(form: ReplaceForm): Proposals {
  const found = useInfiniteQuery(replacementsQuery(requestOf(form), currentLanguage()))
  const [limit, setLimit] = useState(mostPlaces)
  const pages = found.data?.pages ?? []
  const modules = pages.flatMap((page) => page.modules)
  const places = countPlaces(modules)
  const { hasNextPage, isFetching, error, fetchNextPage, refetch } = found
  const goesOn = hasNextPage && !isFetching && error === null && places < limit
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  return {
    modules,
    unread: pages.flatMap((page) => page.unread),
    places,
    read: pages.reduce((sum, page) => sum + page.read, 0),
    total: pages[0]?.total,
    isSearching: isFetching || goesOn,
    isPaused: hasNextPage && !isFetching && !goesOn,
    error,
    stop: () => setLimit(0),
    goOn: () => {
      setLimit(places + mostPlaces)
      // A failed answer is asked for again; the effect asks for those behind it.
      if (error !== null) void (pages.length === 0 ? refetch() : fetchNextPage())
    },
  }
}
