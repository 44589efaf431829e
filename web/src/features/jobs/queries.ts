import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { answer, api, withProof } from '@/api/http'
import { isFinished, jobPollMs } from '@/api/jobs'
import { keys } from '@/api/keys'
import { signedAct } from '@/api/publications'
import { queryClient } from '@/api/queries'
import type { Job, JobStatus } from '@/api/types'

/** The page that is asked for again and again (specification, section 9). */
const polled = { pageNumber: 1, pageSize: 20, mine: true }

/** The newest jobs of the signed-in person, asked for again and again. */
export const latestJobs = queryOptions({
  queryKey: [...keys.jobs, 'latest'],
  queryFn: () => answer(api.POST('/airline/jobs/getJobsWithPage', { body: polled })),
  refetchInterval: jobPollMs,
  staleTime: 0,
})

interface JobListQuery {
  pageNumber: number
  pageSize: number
  keyword: string | undefined
  kind: string | undefined
  status: JobStatus[] | undefined
  mine: boolean | undefined
  unnotified: boolean | undefined
}

export const jobList = (query: JobListQuery) =>
  queryOptions({
    queryKey: [...keys.jobs, 'list', query],
    queryFn: () => answer(api.POST('/airline/jobs/getJobsWithPage', { body: query })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.every(isFinished) === false ? jobPollMs : false),
  })

export const markNotified = (id: string) =>
  answer(api.PUT('/jobs/{id}/notified', { params: { path: { id } } }))

export function refreshJobs(): void {
  for (const queryKey of [keys.jobs, keys.counts, keys.messages]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function useCancelJob() {
  return useMutation({
    mutationFn: ({ id }: Job) => answer(api.POST('/jobs/{id}/cancel', { params: { path: { id } } })),
    onSettled: refreshJobs,
  })
}

export function useRetryJob() {
  return useMutation({
    mutationFn: ({ id, jobName, parameterMap }: Job) =>
      withProof(
        () => answer(api.POST('/jobs/{id}/retry', { params: { path: { id } } })),
        signedAct(jobName, parameterMap),
      ),
    onSettled: refreshJobs,
  })
}
