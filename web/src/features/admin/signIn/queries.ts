import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { queryClient } from '@/api/queries'
import type { IdentityProvider, IdentityProviderChange, SignInSettings } from '@/api/types'

export const signInSettings = queryOptions({
  queryKey: ['signIn', 'settings'],
  queryFn: () => answer(api.GET('/config/signIn')),
  // A form uses it: typed values must not be lost when the window gets the focus again.
  refetchOnWindowFocus: false,
})

export function useSaveSignInSettings() {
  return useMutation({
    mutationFn: (body: Omit<SignInSettings, 'callbackPath' | 'effectiveUrl'>) =>
      withProof(() => answer(api.PUT('/config/signIn', { body }))),
    onSuccess: (saved) => queryClient.setQueryData(signInSettings.queryKey, saved),
  })
}

export const identityProviders = queryOptions({
  queryKey: ['signIn', 'providers'],
  queryFn: () => answer(api.GET('/identityProviders')),
  staleTime: 0,
})

function refreshProviders() {
  for (const queryKey of [identityProviders.queryKey, ['audit']]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** Adds a provider, or replaces `before`. */
export function useSaveProvider(before: IdentityProvider | undefined) {
  const send = (body: IdentityProviderChange) =>
    before
      ? answer(
          api.PUT('/identityProviders/{id}', {
            params: { path: { id: before.id }, query: { version: before.version } },
            body,
          }),
        )
      : answer(api.POST('/identityProviders', { body }))
  return useMutation({
    mutationFn: (body: IdentityProviderChange) => withProof(() => send(body)),
    onSuccess: refreshProviders,
  })
}

export function useDeleteProvider() {
  return useMutation({
    mutationFn: (id: string) =>
      withProof(() => done(api.DELETE('/identityProviders/{id}', { params: { path: { id } } }))),
    onSettled: refreshProviders,
  })
}

export function useTestProvider() {
  return useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/identityProviders/{id}/test', { params: { path: { id } } })),
  })
}
