import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { downloadFile } from '@/api/download'
import { answer, api, done } from '@/api/http'
import { keys } from '@/api/keys'
import { queryClient } from '@/api/queries'
import type { Job } from '@/api/types'

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

/** Starts the cleanup of content that no record names; a dry run only reports it. */
export async function startCleanup(isDryRun: boolean): Promise<Job> {
  const parameterMap = { dryRun: String(isDryRun) }
  try {
    return await answer(api.POST('/jobs', { body: { jobName: 'collectContent', parameterMap } }))
  } finally {
    void queryClient.invalidateQueries({ queryKey: keys.jobs })
  }
}

const cleanupReport = 'unused-content.csv'

export const saveCleanupReport = ({ id }: Pick<Job, 'id'>): Promise<void> =>
  downloadFile(`/jobs/${encodeURIComponent(id)}/artifact/${cleanupReport}`, cleanupReport)
