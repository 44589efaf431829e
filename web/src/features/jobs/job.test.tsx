import { expect, it } from 'vitest'
import { isFinished } from '@/api/jobs'
import { jobError, jobOf } from '@/testing/jobs'
import { averageProgress, currentStep, runningJob, wasBlocked, wasCancelled } from './job'

it('counts progress as the average of the steps', () => {
  expect(averageProgress(jobOf())).toBe(37.5)
  expect(averageProgress(jobOf({ stepProgressList: [] }))).toBe(0)
})

it('finds the newest job that still has something to do', () => {
  const done = jobOf({ id: '3', status: 'COMPLETED' })
  const running = jobOf({ id: '2', status: 'STARTING' })
  expect(runningJob([done, running, jobOf({ id: '1' })])?.id).toBe('2')
  expect(runningJob([done])).toBeUndefined()
})

it('knows an end, and a cancelled job from a failed one', () => {
  const statuses = ['CREATED', 'STARTING', 'RUNNING', 'COMPLETED', 'FAILED'] as const
  expect(statuses.filter((status) => isFinished({ status }))).toEqual(['COMPLETED', 'FAILED'])
  expect(wasCancelled(jobOf({ status: 'FAILED', errorList: [jobError('', 'job.cancelled')] }))).toBe(true)
  expect(wasCancelled(jobOf({ status: 'FAILED', errorList: [jobError('', 'job.failed.unzip')] }))).toBe(false)
})

it('names the step at which a job stopped', () => {
  expect(currentStep(jobOf())).toBe('inspect')
  const stepProgressList = [{ name: 'unpack', progress: 100 }]
  expect(currentStep(jobOf({ status: 'COMPLETED', stepProgressList }))).toBeUndefined()
  expect(currentStep(jobOf({ status: 'FAILED', stepProgressList }))).toBe('unpack')
})

it('tells a check that findings forbid the import from one that went wrong', () => {
  const failed = jobOf({ status: 'FAILED' })
  const finding = jobError('The file is not a ZIP archive', 'finding.archive.unreadable')
  const blocked = jobError('Unable to unzip', 'job.failed.unzip', finding)
  expect(wasBlocked({ ...failed, errorList: [blocked] })).toBe(true)
  expect(wasBlocked({ ...failed, status: 'RUNNING', errorList: [blocked] })).toBe(false)
  const internal = jobError('', 'job.failed.other', jobError('', 'job.failed.internal'))
  expect(wasBlocked({ ...failed, errorList: [internal] })).toBe(false)
})
