import { queryOptions } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { meQuery, queryClient } from '@/api/queries'
import type { NewSecondFactor } from '@/api/types'

export const factorQuery = queryOptions({
  queryKey: ['secondFactor'],
  queryFn: () => answer(api.GET('/users/secondFactor')),
})

/** The account's sign-in has changed: both the account and its factor are read again. */
export async function refreshFactor(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(meQuery),
    queryClient.invalidateQueries(factorQuery),
    queryClient.invalidateQueries({ queryKey: ['users'] }),
  ])
}

export function startFactor(): Promise<NewSecondFactor> {
  return withProof(() => answer(api.POST('/users/secondFactor')))
}

/** Gives the recovery codes, which the server shows once. */
export async function confirmFactor(code: string): Promise<string[]> {
  return (await answer(api.PUT('/users/secondFactor', { body: { code } }))).recoveryCodes
}

export async function removeFactor(): Promise<void> {
  await withProof(() => done(api.DELETE('/users/secondFactor')))
  await refreshFactor()
}

export async function renewRecoveryCodes(): Promise<string[]> {
  const { recoveryCodes } = await withProof(() => answer(api.POST('/users/secondFactor/recoveryCodes')))
  await queryClient.invalidateQueries(factorQuery)
  return recoveryCodes
}

export async function confirmIdentity(
  proof: ({ password: string } | { code: string }) & { act?: string },
): Promise<void> {
  await done(api.POST('/users/confirm', { body: proof }))
}
