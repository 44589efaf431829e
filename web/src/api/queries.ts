import { QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { ApiProblem } from '@/api/problem'
import type { Me } from '@/api/types'

const retries = 2
const countsIntervalMs = 60_000

/** What the client or the user must mend is not tried again; a lost connection or a tired server is. */
function worthRetrying(failures: number, error: Error): boolean {
  const passing = error instanceof ApiProblem && (error.status === 0 || error.status >= 500)
  return passing && failures < retries
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthRetrying, staleTime: 30_000 } },
})

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => answer(api.GET('/users/me')),
  staleTime: 300_000,
})

export const countsQuery = queryOptions({
  queryKey: ['counts'],
  queryFn: () => answer(api.GET('/counts')),
  refetchInterval: countsIntervalMs,
})

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: () => answer(api.GET('/version')),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The signed-in user with rights; inside the shell it is always loaded. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}
