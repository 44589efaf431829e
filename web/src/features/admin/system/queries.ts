import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'

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
