import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ServerEvent } from '@/api/events'
import { isFinished } from '@/api/jobs'
import { keys } from '@/api/keys'
import { meQuery, queryClient } from '@/api/queries'
import type { Job } from '@/api/types'
import { runningJob } from './job'
import { latestJobs, refreshJobs } from './queries'
import { followServerEvents } from './serverEvents'
import { tellOnce } from './tellOnce'

/** Watches the jobs of the signed-in user, reports their end and returns the running one. Mounted once. */
export function useJobWatch(): Job | undefined {
  const { data, dataUpdatedAt } = useQuery(latestJobs)
  const jobs = data?.items
  useEffect(() => followServerEvents(onServerEvent), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that says the same again is a new occasion too.
  useEffect(() => {
    const ended = jobs?.filter((job) => isFinished(job) && !job.notified)
    if (ended && ended.length > 0) void tellOnce(ended)
  }, [jobs, dataUpdatedAt])
  return jobs && runningJob(jobs)
}

/** Brings the next poll forward; how far a known job came is taken from the event itself. */
function onServerEvent(event: ServerEvent): void {
  if (event.kind === 'library') {
    void queryClient.invalidateQueries({ queryKey: keys.library })
    // Rights may be others now, here or everywhere.
    if (event.path === '/') void queryClient.invalidateQueries(meQuery)
    return
  }
  const known = queryClient.getQueryData(latestJobs.queryKey)?.items.find(({ id }) => id === event.id)
  if (known?.status !== event.status || known.progress !== event.progress) refreshJobs()
}
