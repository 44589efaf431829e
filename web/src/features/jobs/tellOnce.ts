import i18next from 'i18next'
import { readJob } from '@/api/jobs'
import { queryClient } from '@/api/queries'
import type { Job } from '@/api/types'
import { href, paths } from '@/lib/paths'
import { showAlert } from '@/ui/alerts'
import { announce, refreshesOf } from './followUps'
import { markNotified, refreshJobs } from './queries'

/** The number of finished jobs that get an alert each; the others are counted. */
const alertsAtOnce = 3

const beingTold = new Set<string>()

/** Reports each finished job once, in one tab, newest first. */
export async function tellOnce(ended: readonly Job[]): Promise<void> {
  const fresh = ended.filter(({ id }) => !beingTold.has(id))
  for (const { id } of fresh) beingTold.add(id)
  const told = await Promise.all(fresh.map(claim))
  const mine = told.filter((job) => job !== undefined)
  if (mine.length === 0) return
  for (const queryKey of new Set(mine.flatMap(refreshesOf))) {
    void queryClient.invalidateQueries({ queryKey })
  }
  refreshJobs()
  for (const job of mine.slice(0, alertsAtOnce)) announce(job)
  const more = mine.length - alertsAtOnce
  if (more > 0) {
    showAlert({
      tone: 'info',
      text: i18next.t('jobs.followUp.more', { count: more }),
      links: [{ text: i18next.t('jobs.followUp.openTasks'), href: href(paths.tasks()) }],
    })
  }
}

/** Marks a job as told; gives it only to the one who did so. */
async function claim({ id }: Job): Promise<Job | undefined> {
  try {
    return await alone(`airfolio.job.${id}`, async () => {
      const job = await readJob(id)
      if (job.notified) return undefined
      return await markNotified(id)
    })
  } catch {
    // The next poll brings the job again.
    return undefined
  } finally {
    beingTold.delete(id)
  }
}

/** Runs `work` while no other tab does; where browsers have no locks, two tabs may both tell. */
function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work()
}
