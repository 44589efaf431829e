import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFinished, oneJob } from '@/api/jobs'
import { useMe } from '@/api/queries'
import type { Job } from '@/api/types'
import { can } from '@/lib/can'
import { formatBytes, formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DescriptionList } from '@/ui/DescriptionList'
import { LinkButton } from '@/ui/LinkButton'
import { saveCleanupReport, startCleanup } from './queries'

const actions = ['setAside', 'deleted', 'putBack'] as const

const isDryRun = ({ outputMap }: Job) => outputMap.dryRun === 'true'
const countOf = ({ outputMap }: Job, action: (typeof actions)[number]) => Number(outputMap[action] ?? 0)

/** Removes content that no record names, after a check that only reports it. */
export function UnusedContentCard() {
  const { t } = useTranslation()
  const me = useMe()
  const [started, setStarted] = useState<Job>()
  const [asking, setAsking] = useState(false)
  const { data: job = started } = useQuery({
    ...oneJob(started?.id ?? ''),
    enabled: started !== undefined,
  })
  const check = useMutation({
    mutationFn: () => startCleanup(true),
    onSuccess: setStarted,
    onError: showProblem,
  })
  const clean = useMutation({
    mutationFn: () => startCleanup(false),
    onSuccess: (made) => {
      setStarted(made)
      setAsking(false)
    },
  })
  const isRunning = job !== undefined && !isFinished(job)
  const closed = can.manageSystem(me) ? undefined : t('admin.system.unused.notYours')
  const checked = job?.status === 'COMPLETED' && isDryRun(job) ? job : undefined
  const notYet =
    checked === undefined
      ? t('admin.system.unused.checkFirst')
      : actions.every((action) => countOf(checked, action) === 0)
        ? t('admin.system.unused.nothing')
        : undefined
  return (
    <Card
      title={t('admin.system.unused.title')}
      actions={
        <>
          <Button
            size="sm"
            icon="search"
            busy={isRunning || check.isPending}
            busyText={t('admin.system.unused.runs')}
            disabledReason={closed}
            onClick={() => check.mutate()}
          >
            {t('admin.system.unused.check')}
          </Button>
          <Button
            size="sm"
            icon="trash"
            disabledReason={closed ?? (isRunning ? t('admin.system.unused.runs') : notYet)}
            onClick={() => setAsking(true)}
          >
            {t('admin.system.unused.clean')}
          </Button>
        </>
      }
    >
      <p className="af-hint mt-0">{t('admin.system.unused.purpose')}</p>
      <div role="status">{job && !isRunning && <Result job={job} />}</div>
      {asking && (
        <ConfirmDialog
          title={t('admin.system.unused.cleanTitle')}
          confirmText={t('admin.system.unused.clean')}
          busyText={t('admin.system.unused.starting')}
          busy={clean.isPending}
          problem={clean.error?.message}
          danger
          onConfirm={() => clean.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('admin.system.unused.cleanText')}
        </ConfirmDialog>
      )}
    </Card>
  )
}

function Result({ job }: { job: Job }) {
  const { t } = useTranslation()
  if (job.status === 'FAILED') {
    return (
      <>
        <p>{t('admin.system.unused.stopped')}</p>
        <LinkButton size="sm" href={href(paths.tasks({ job: job.id }))}>
          {t('jobs.followUp.openTask')}
        </LinkButton>
      </>
    )
  }
  const items = actions.map((action) => {
    const count = countOf(job, action)
    const size = formatBytes(Number(job.outputMap[`${action}Bytes`] ?? 0))
    return {
      term: t(`admin.system.unused.${isDryRun(job) ? 'found' : 'made'}.${action}`),
      value: t('admin.system.unused.files', { count, figure: formatNumber(count), size }),
    }
  })
  return (
    <>
      <p>{t(isDryRun(job) ? 'admin.system.unused.checked' : 'admin.system.unused.cleaned')}</p>
      <DescriptionList items={items} />
      <Button
        size="sm"
        variant="link"
        icon="download"
        onClick={() => void saveCleanupReport(job).catch(showProblem)}
      >
        {t('admin.system.unused.report')}
      </Button>
    </>
  )
}
