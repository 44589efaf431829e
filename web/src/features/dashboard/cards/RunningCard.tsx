import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { jobTitle } from '@/lib/jobTitle'
import { href, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/LinkButton'
import { ProgressBar } from '@/ui/ProgressBar'
import { runningJobs } from '../queries'
import { GlanceCard } from './GlanceCard'

export function RunningCard() {
  const { t } = useTranslation()
  return (
    <GlanceCard
      title={t('dashboard.running.title')}
      more={
        <LinkButton variant="link" href={href(paths.tasks())}>
          {t('dashboard.running.all')}
        </LinkButton>
      }
      list={useQuery(runningJobs)}
      failedTitle={t('dashboard.running.failed')}
      empty={t('dashboard.running.empty')}
      itemKey={(job) => job.id}
    >
      {(job) => (
        <span className="da-wide">
          <a href={href(paths.tasks({ job: job.id }))}>{jobTitle(t, job.jobName)}</a>{' '}
          <span className="af-hint mt-0">{job.folder}</span>
          <ProgressBar label={jobTitle(t, job.jobName)} percent={job.progress} labelHidden />
        </span>
      )}
    </GlanceCard>
  )
}
