import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '@/api/http'
import { keys } from '@/api/keys'
import type { Job } from '@/api/types'

/** The polling interval of a job's progress (specification, section 9). */
export const jobPollMs = 5000

export const isFinished = ({ status }: Pick<Job, 'status'>) => status === 'COMPLETED' || status === 'FAILED'

export const readJob = (id: string) => answer(api.GET('/jobs/{id}', { params: { path: { id } } }))

/** One job, asked for again until it has come to its end. */
export const oneJob = (id: string) =>
  queryOptions({
    queryKey: [...keys.jobs, 'one', id],
    queryFn: () => readJob(id),
    refetchInterval: ({ state }) => (state.data && !isFinished(state.data) ? jobPollMs : false),
  })
