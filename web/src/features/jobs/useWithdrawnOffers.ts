import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobPollMs } from '@/api/jobs'
import { onePackage } from '@/api/packages'
import { ApiProblem } from '@/api/problem'
import type { Package } from '@/api/types'
import { alertStore, dismissAlertsConcerning } from '@/ui/alerts'
import { useStore } from '@/ui/store'

/** Dismisses "Ready to import !" when its package is imported, checked again or deleted by anyone. Mounted once. */
export function useWithdrawnOffers(): void {
  const offered = [...new Set(useStore(alertStore).flatMap(({ concerns }) => concerns ?? []))]
  const packages = useQueries({
    queries: offered.map((id) => ({ ...onePackage(id), refetchInterval: jobPollMs, staleTime: 0 })),
  })
  const over = offered.filter((_, place) => {
    const asked = packages[place]
    // An answer from before the offer does not count.
    if (!asked || asked.isFetching) return false
    return isGone(asked.error) || (asked.data !== undefined && !isOffered(asked.data))
  })
  useEffect(() => over.forEach(dismissAlertsConcerning))
}

const isGone = (error: unknown) => error instanceof ApiProblem && error.status === 404

/** It waits to be imported; one that is in the library does so when it was checked after that. Ids are in the order of time. */
function isOffered({ state, preImportJobId = '', importJobId = '' }: Package): boolean {
  return state === 'ready' || (state === 'imported' && preImportJobId > importJobId)
}
