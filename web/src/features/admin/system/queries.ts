import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: () => answer(api.GET('/system')),
  // Memory and sessions change all the time; who looks wants them as they are.
  staleTime: 0,
})
