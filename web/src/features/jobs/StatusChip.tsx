import { useTranslation } from 'react-i18next'
import type { Job, JobStatus } from '@/api/types'
import { Chip } from '@/ui/Chip'
import type { IconName } from '@/ui/icons'
import { wasBlocked, wasCancelled } from './job'

type ChipTone = 'neutral' | 'info' | 'accent' | 'success' | 'danger'

const looks: Record<JobStatus, { tone: ChipTone; icon: IconName }> = {
  CREATED: { tone: 'neutral', icon: 'waiting' },
  STARTING: { tone: 'info', icon: 'running' },
  RUNNING: { tone: 'accent', icon: 'running' },
  COMPLETED: { tone: 'success', icon: 'success' },
  FAILED: { tone: 'danger', icon: 'danger' },
}

export function StatusChip({ job }: { job: Pick<Job, 'status' | 'errorList'> }) {
  const { t } = useTranslation()
  if (wasCancelled(job)) {
    return (
      <Chip tone="neutral" icon="cancel">
        {t('jobs.status.cancelled')}
      </Chip>
    )
  }
  if (wasBlocked(job)) {
    return (
      <Chip tone="danger" icon="disabled">
        {t('jobs.status.blocked')}
      </Chip>
    )
  }
  return <Chip {...looks[job.status]}>{t(`jobs.status.${job.status}`)}</Chip>
}
