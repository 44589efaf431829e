import { infiniteQueryOptions } from '@tanstack/react-query'
import { refreshEditing } from '@/api/editing'
import { answer, api } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { ApplyReplacements, FindReplacements, ReplacementResult } from '@/api/types'

const replacements = 'replacements'

/**
 * The places of a text, answer after answer. They stay as they were found until the search is repeated: what is applied
 * is what was looked at.
 */
export const replacementsQuery = (request: FindReplacements, language: string) =>
  infiniteQueryOptions({
    queryKey: [replacements, request, language],
    queryFn: ({ pageParam, signal }) =>
      answer(
        api.POST('/replacements/search', {
          body: pageParam === '' ? request : { ...request, after: pageParam },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }): string | undefined => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Forgets all places that were found. */
export function forgetReplacements(): void {
  queryClient.removeQueries({ queryKey: [replacements] })
}

/** Replaces chosen places in the user's drafts, each module by itself; the results are in the order of the modules. */
export async function applyReplacements(body: ApplyReplacements): Promise<ReplacementResult[]> {
  try {
    return (await answer(api.POST('/replacements/apply', { body }))).results
  } finally {
    // Without an answer some drafts may be changed all the same.
    refreshEditing()
  }
}
