import { isFinished } from '@/api/jobs'
import type { Job, JobError } from '@/api/types'

/** Cancelled by a user; the wire has no status for it. */
export const wasCancelled = (job: Pick<Job, 'status' | 'errorList'>) =>
  job.status === 'FAILED' && job.errorList.some(({ messageKey }) => messageKey.endsWith('.cancelled'))

/** The package was read to its end, and findings forbid its import: what caused the errors is findings. */
export const wasBlocked = (job: Pick<Job, 'status' | 'errorList'>) =>
  job.status === 'FAILED' &&
  job.errorList.flatMap(withCauses).some(({ messageKey }) => messageKey.startsWith('finding.'))

/** An error and what caused it, outermost first. */
export function withCauses(error: JobError): JobError[] {
  return [error, ...(error.cause ? withCauses(error.cause) : [])]
}

/** The average of the steps' progress, each out of 100. */
export function averageProgress({ stepProgressList: steps }: Pick<Job, 'stepProgressList'>): number {
  if (steps.length === 0) return 0
  return steps.reduce((sum, { progress }) => sum + progress, 0) / steps.length
}

/** The newest unfinished job; `jobs` are newest first. */
export function runningJob(jobs: readonly Job[]): Job | undefined {
  return jobs.find((job) => !isFinished(job))
}

/** The step at which a job is, or was when it ended; a job that failed after all steps failed in the last. */
export function currentStep({ status, stepProgressList }: Pick<Job, 'status' | 'stepProgressList'>) {
  const open = stepProgressList.find(({ progress }) => progress < 100)
  return (open ?? (status === 'FAILED' ? stepProgressList.at(-1) : undefined))?.name
}

/** The package, manual or file of a job in one line, because several jobs of a kind may be listed together. */
export function subjectOf({ folder, outputMap, parameterMap }: Job): string {
  const sent = [parameterMap.importPackage].flat().at(0)?.split('/').at(-1)
  return [...new Set([outputMap.fileName || sent, folder].filter(Boolean))].join(' → ')
}
