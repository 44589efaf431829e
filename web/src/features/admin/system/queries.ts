import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, done } from '@/api/http'
import { queryClient } from '@/api/queries'

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => answer(api.GET('/system')),
  // Memory and sessions change all the time; who looks wants them as they are.
  staleTime: 0,
})

/** The calls that told another system about publications, the newest first. */
export const webhooksQuery = (pageNumber: number, pageSize: number) =>
  queryOptions({
    queryKey: ['webhooks', pageNumber],
    queryFn: () => answer(api.GET('/webhooks', { params: { query: { pageNumber, pageSize } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Makes a call again that was given up. */
export function useRetryWebhook() {
  return useMutation({
    mutationFn: (id: string) => done(api.POST('/webhooks/{id}/retry', { params: { path: { id } } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
}
