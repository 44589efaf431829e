import { useTranslation } from 'react-i18next'
import { jobTitle } from '@/lib/jobTitle'
import { ProgressBar } from '@/ui/ProgressBar'
import { averageProgress } from './job'
import { useJobWatch } from './useJobWatch'
import { useWithdrawnOffers } from './useWithdrawnOffers'

/** The progress of the running job; nothing when none runs. */
export function JobProgress() {
  const { t } = useTranslation()
  const job = useJobWatch()
  useWithdrawnOffers()
  if (!job) return null
  return (
    <ProgressBar
      label={t('jobs.running', { job: jobTitle(t, job.jobName), folder: job.folder })}
      labelHidden
      // The waiting time before the start is unknown.
      percent={job.status === 'RUNNING' ? averageProgress(job) : undefined}
    />
  )
}
