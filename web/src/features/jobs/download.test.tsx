import { expect, it } from 'vitest'
import { jobOf } from '@/testing/jobs'
import { artifactsOf } from './download'

it('finds the files of a job under the job', () => {
  const artifacts = [{ fileName: 'report 1.csv', size: 1, mediaType: 'text/csv' }]
  expect(artifactsOf(jobOf({ artifacts }))).toEqual([
    { fileName: 'report 1.csv', path: '/jobs/job-1/artifact/report%201.csv' },
  ])
})

it('finds those of a publication under the publication, with their change request', () => {
  const job = jobOf({
    outputMap: { publication: 'p/1', artifacts: 'a.zip, b.pdf,' },
    parameterMap: { changeRequestId: '42' },
  })
  expect(artifactsOf(job)).toEqual([
    { fileName: 'a.zip', path: '/publications/p%2F1/artifacts/a.zip?changeRequestId=42' },
    { fileName: 'b.pdf', path: '/publications/p%2F1/artifacts/b.pdf?changeRequestId=42' },
  ])
})
