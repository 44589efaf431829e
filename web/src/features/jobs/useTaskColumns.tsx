import { useTranslation } from 'react-i18next'
import { isFinished } from '@/api/jobs'
import type { Job } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { jobTitle } from '@/lib/jobTitle'
import { ProgressBar } from '@/ui/ProgressBar'
import type { Column } from '@/ui/Table'
import { averageProgress, subjectOf } from './job'
import { StatusChip } from './StatusChip'
import { kindTitle } from './words'

export function useTaskColumns(onOpen: (job: Job) => void): Column<Job>[] {
  const { t } = useTranslation()
  const time = (moment: string | undefined | null) => (
    <span className="text-nowrap">{moment ? formatDateTime(moment) : t('jobs.none')}</span>
  )
  return [
    {
      key: 'jobName',
      header: t('jobs.column.name'),
      cell: (job) => (
        <>
          <button type="button" className="jb-name" onClick={() => onOpen(job)}>
            {jobTitle(t, job.jobName)}
          </button>
          {/* Where the column of its own has no room. */}
          <span className="af-hint d-block d-lg-none mt-0 jb-folder">{subjectOf(job)}</span>
        </>
      ),
    },
    {
      key: 'kind',
      header: t('jobs.column.kind'),
      hideBelow: 'wide',
      cell: (job) => (
        <span className="text-nowrap">{job.kind ? kindTitle(t, job.kind) : t('jobs.none')}</span>
      ),
    },
    {
      key: 'folder',
      header: t('jobs.column.folder'),
      hideBelow: 'lg',
      cell: (job) => <span className="af-breakable">{subjectOf(job) || t('jobs.none')}</span>,
    },
    {
      key: 'status',
      header: t('jobs.column.status'),
      cell: (job) => (
        <span className="jb-status">
          <StatusChip job={job} />
          {!isFinished(job) && (
            <ProgressBar
              label={t('jobs.progressOf', { job: jobTitle(t, job.jobName) })}
              labelHidden
              percent={job.status === 'RUNNING' ? averageProgress(job) : undefined}
            />
          )}
        </span>
      ),
    },
    { key: 'createdBy', header: t('jobs.column.who'), hideBelow: 'xl', cell: (job) => job.createdBy },
    {
      key: 'createdOn',
      header: t('jobs.column.created'),
      hideBelow: 'md',
      cell: (job) => time(job.createdOn),
    },
    {
      key: 'startedOn',
      header: t('jobs.column.started'),
      hideBelow: 'wide',
      cell: (job) => time(job.startedOn),
    },
    { key: 'endedOn', header: t('jobs.column.ended'), hideBelow: 'xxl', cell: (job) => time(job.endedOn) },
  ]
}
