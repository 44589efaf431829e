import { QueryClient, type QueryKey, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { ApiProblem } from '@/api/problem'
import type { Me, Preferences, User } from '@/api/types'

const retries = 2
const countsIntervalMs = 60_000

/** Retries after a lost connection or a server error, not after a refusal. */
function worthRetrying(failures: number, error: Error): boolean {
  const passing = error instanceof ApiProblem && (error.status === 0 || error.status >= 500)
  return passing && failures < retries
}

// Without a network a call would otherwise wait for one in silence: a page would seem to load for ever, and a deletion
// would happen when nobody thinks of it any more.
const networkMode = 'always'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode, refetchOnReconnect: true, retry: worthRetrying, staleTime: 30_000 },
    mutations: { networkMode },
  },
})

/**
 * Keeps the rows of one page while the next one loads, as long as both are of the same list: its key begins with
 * `list`. Rows of another manual must not stand there, not even for a moment.
 */
export function keepRowsOf(list: QueryKey) {
  return <Data>(before: Data | undefined, query?: { queryKey: QueryKey }): Data | undefined =>
    list.every((part, place) => query?.queryKey[place] === part) ? before : undefined
}

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

interface SelfChange {
  account: string
  email?: string
  displayName?: string
  preferences?: Partial<Preferences>
}

/** Changes the own account; fields left out stay unchanged. */
export async function updateSelf(change: SelfChange): Promise<User> {
  // Also when the page is left meanwhile.
  const user = await answer(api.POST('/user-manage/updateUserSelf', { body: change, keepalive: true }))
  queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, user })
  void queryClient.invalidateQueries({ queryKey: ['users'] })
  return user
}

interface PasswordChange {
  account: string
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

export async function changePassword(change: PasswordChange): Promise<void> {
  await done(api.POST('/user-manage/changePwd', { body: change }))
  // A user who had to choose a new password may go on.
  await queryClient.invalidateQueries(meQuery)
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => answer(api.GET('/users/sessions')),
  staleTime: 0,
})

/** Ends one session of the signed-in user. */
export async function closeSession(id: string): Promise<void> {
  await done(api.DELETE('/users/sessions/{id}', { params: { path: { id } } }))
  await queryClient.invalidateQueries(sessionsQuery)
}

/** Ends all sessions of the signed-in user; the caller drops the token. */
export async function signOutEverywhere(): Promise<void> {
  await done(api.POST('/users/logoutEverywhere'))
}

/** The signed-in user with rights; inside the shell it is always loaded. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data
}
