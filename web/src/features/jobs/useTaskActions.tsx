import { useTranslation } from 'react-i18next'
import { isFinished } from '@/api/jobs'
import { useMe } from '@/api/queries'
import type { Job } from '@/api/types'
import { can } from '@/lib/can'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import type { MenuItem } from '@/ui/menu'
import { showToast } from '@/ui/toasts'
import { artifactsOf, downloadArtifacts } from './download'

import { useCancelJob, useRetryJob } from './queries'

/** The actions of a task as menu entries; a disabled one says why. */
export function useTaskActions(): (job: Job) => MenuItem[] {
  const { t } = useTranslation()
  const me = useMe()
  const cancel = useCancelJob()
  const retry = useRetryJob()
  return (job) => {
    const foreign =
      job.createdBy === me.user.account || can.controlAnyJob(me) ? undefined : t('jobs.action.notYours')
    const items: MenuItem[] = []
    if (!isFinished(job)) {
      items.push({
        kind: 'action',
        label: t('jobs.action.cancel'),
        icon: 'cancel',
        disabledReason: job.cancelRequested ? t('jobs.action.cancelling') : foreign,
        onSelect: () =>
          cancel.mutate(job, {
            onSuccess: () => showToast({ tone: 'info', text: t('jobs.action.cancelAsked') }),
            onError: showProblem,
          }),
      })
    }
    if (job.status === 'FAILED') {
      items.push({
        kind: 'action',
        label: t('jobs.action.retry'),
        icon: 'retry',
        disabledReason: foreign,
        onSelect: () =>
          retry.mutate(job, {
            onSuccess: () => showToast({ tone: 'success', text: t('jobs.action.retried') }),
            onError: showProblem,
          }),
      })
    }
    if (job.status === 'COMPLETED' && artifactsOf(job).length > 0) {
      items.push({
        kind: 'action',
        label: t('jobs.download'),
        icon: 'download',
        onSelect: () => void downloadArtifacts(job),
      })
    }
    if (job.packageId) {
      items.push({
        kind: 'link',
        label: t('jobs.findings'),
        icon: 'list',
        href: href(paths.import({ package: job.packageId })),
      })
    }
    return items
  }
}
