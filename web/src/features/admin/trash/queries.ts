import { queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done, withProof } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'

export const trash = queryOptions({
  queryKey: ['trash'],
  queryFn: () => answer(api.GET('/trash')),
  // Deletions elsewhere add items.
  staleTime: 0,
})

function refreshTrash() {
  for (const queryKey of [['trash'], keys.library, keys.counts]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function useRestore() {
  return useMutation({
    mutationFn: (id: string) => done(api.POST('/trash/{id}/restore', { params: { path: { id } } })),
    onSettled: refreshTrash,
  })
}

export function usePurge() {
  return useMutation({
    mutationFn: (id: string) =>
      withProof(() => done(api.DELETE('/trash/{id}', { params: { path: { id } } }))),
    onSettled: refreshTrash,
  })
}
