import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, withProof } from '@/api/http'
import { refreshLibrary } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { AccessUpdate } from '@/api/types'

export const placeList = queryOptions({
  queryKey: ['access', 'list'],
  queryFn: () => answer(api.GET('/access/list')),
})

/** The limit and grants of one place; a form uses them, so they are read anew each time. */
export const placeAccess = (path: string) =>
  queryOptions({
    queryKey: ['access', 'place', path],
    queryFn: () => answer(api.GET('/access', { params: { query: { path } } })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const userAccess = (account: string) =>
  queryOptions({
    queryKey: ['access', 'user', account],
    queryFn: () => answer(api.GET('/access/ofUser', { params: { query: { account } } })),
    staleTime: 0,
  })

export function useUpdateAccess() {
  return useMutation({
    mutationFn: (update: AccessUpdate) => withProof(() => answer(api.PUT('/access', { body: update }))),
    onSuccess: () => {
      for (const key of ['access', 'groups', 'audit']) void queryClient.invalidateQueries({ queryKey: [key] })
      refreshLibrary()
    },
  })
}
