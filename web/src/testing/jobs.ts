import type { Job, JobError } from '@/api/types'

/** A job as the server tells of it, with what a test cares about. */
export function jobOf(given: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    jobName: 'universalPreImport',
    status: 'RUNNING',
    notified: false,
    parameterMap: {},
    outputMap: {},
    stepProgressList: [
      { name: 'unpack', progress: 100 },
      { name: 'inspect', progress: 50 },
      { name: 'validate', progress: 0 },
      { name: 'report', progress: 0 },
    ],
    errorList: [],
    createdOn: '2026-03-04T05:06:07Z',
    createdBy: 'ada',
    kind: 'zipImport',
    folder: 'bike.zip',
    attempts: 1,
    cancelRequested: false,
    progress: 37.5,
    artifacts: [],
    ...given,
  }
}

export function jobError(message: string, messageKey = '', cause?: JobError): JobError {
  return { message, messageKey, localizedMessage: message, ...(cause && { cause }) }
}
