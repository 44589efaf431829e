import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { NewServiceToken, Permission } from '@/api/types'

/** The permissions that a token can have. */
export const tokenPermissions = [
  'readContent',
  'editContent',
  'importPackages',
  'createLibrary',
  'deleteLibrary',
  'manageOperators',
  'viewAudit',
  'viewSystem',
  'manageSystem',
] as const satisfies readonly Permission[]

/** The lifetimes to choose from, in days. */
export const lifetimes = ['7', '30', '90', '180', '365'] as const

export const serviceTokens = queryOptions({
  queryKey: ['serviceTokens'],
  queryFn: () => answer(api.GET('/serviceTokens')),
  staleTime: 0,
})

function refreshTokens() {
  for (const key of ['serviceTokens', 'audit']) {
    void queryClient.invalidateQueries({ queryKey: [key] })
  }
}

export function useCreateToken() {
  return useMutation({
    // The token is shown once, so the answer is not kept.
    gcTime: 0,
    mutationFn: (body: NewServiceToken) => withProof(() => answer(api.POST('/serviceTokens', { body }))),
    onSuccess: refreshTokens,
  })
}

export function useRevokeToken() {
  return useMutation({
    mutationFn: (id: string) => done(api.DELETE('/serviceTokens/{id}', { params: { path: { id } } })),
    // Also after a refusal: somebody else may have revoked it meanwhile.
    onSettled: refreshTokens,
  })
}
