import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isFinished, oneJob } from '@/api/jobs'
import type { Job } from '@/api/types'
import { formatBytes, formatDateTime } from '@/lib/format'
import { jobTitle } from '@/lib/jobTitle'
import { QueryFrame } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { type Step, Stepper } from '@/ui/Stepper'
import { artifactsOf, downloadArtifacts } from './download'
import { failureOf } from './failure'
import { currentStep, subjectOf, wasBlocked, wasCancelled } from './job'
import { StatusChip } from './StatusChip'
import { TaskErrors } from './TaskErrors'
import { useTaskActions } from './useTaskActions'
import { kindTitle, stepTitle } from './words'

/** Everything there is to know about one task. */
export function TaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const job = useQuery(oneJob(id))
  const actions = useTaskActions()
  return (
    <Dialog
      title={job.data ? jobTitle(t, job.data.jobName) : t('jobs.task')}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {job.data &&
            actions(job.data).map((item) =>
              item.kind === 'link' ? (
                <LinkButton key={item.label} href={item.href} icon={item.icon}>
                  {item.label}
                </LinkButton>
              ) : (
                item.kind === 'action' && (
                  <Button
                    key={item.label}
                    icon={item.icon}
                    disabledReason={item.disabledReason}
                    onClick={item.onSelect}
                  >
                    {item.label}
                  </Button>
                )
              ),
            )}
          <Button variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      <QueryFrame query={job} failedTitle={t('jobs.taskFailed')} loading={<Skeleton lines={6} />}>
        {(data) => <TaskDetails job={data} />}
      </QueryFrame>
    </Dialog>
  )
}

function TaskDetails({ job }: { job: Job }) {
  const { t } = useTranslation()
  const time = (moment: string | undefined | null) => (moment ? formatDateTime(moment) : t('jobs.none'))
  const title = job.status === 'FAILED' && !wasCancelled(job) ? failureOf(job).title : ''
  // The server may have found the same words.
  const heading = title === job.errorList[0]?.localizedMessage ? '' : title
  return (
    <div className="jb-details">
      <DescriptionList
        columns={2}
        items={[
          { term: t('jobs.column.status'), value: <StatusChip job={job} /> },
          { term: t('jobs.column.kind'), value: job.kind ? kindTitle(t, job.kind) : t('jobs.none') },
          { term: t('jobs.column.folder'), value: <span className="jb-folder">{subjectOf(job)}</span> },
          { term: t('jobs.column.who'), value: job.createdBy },
          { term: t('jobs.column.created'), value: time(job.createdOn) },
          { term: t('jobs.column.started'), value: time(job.startedOn) },
          { term: t('jobs.column.ended'), value: time(job.endedOn) },
          { term: t('jobs.attempts'), value: job.attempts },
        ]}
      />
      {wasBlocked(job) && (
        <Notice tone="danger" title={t('jobs.blockedTitle')}>
          {t('jobs.blockedText')}
        </Notice>
      )}
      {job.stepProgressList.length > 0 && (
        <section>
          <h3>{t('jobs.steps')}</h3>
          <Stepper label={t('jobs.steps')} steps={stepsOf(job, t)} />
        </section>
      )}
      {job.errorList.length > 0 && (
        <section>
          <h3>{heading || t('jobs.errors')}</h3>
          <TaskErrors errors={job.errorList} label={t('jobs.errors')} />
        </section>
      )}
      {job.artifacts.length > 0 && (
        <section>
          <h3>{t('jobs.files')}</h3>
          <ul className="jb-files">
            {artifactsOf(job).map(({ fileName, path }) => (
              <li key={path}>
                <Button
                  variant="link"
                  icon="download"
                  onClick={() => void downloadArtifacts(job, [fileName])}
                >
                  {fileName}
                </Button>
                <span className="af-hint mt-0">{sizeOf(job, fileName)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function sizeOf(job: Job, fileName: string): string {
  const file = job.artifacts.find((each) => each.fileName === fileName)
  return file ? formatBytes(file.size) : ''
}

function stepsOf(job: Job, t: (key: string) => string): Step[] {
  const current = currentStep(job)
  return job.stepProgressList.map(({ name, progress }) => {
    const state =
      progress >= 100
        ? 'done'
        : name !== current || job.status === 'CREATED'
          ? 'waiting'
          : isFinished(job)
            ? 'failed'
            : 'current'
    return {
      label: stepTitle(t, name),
      state,
      stateText: t(`jobs.stepState.${state === 'waiting' && isFinished(job) ? 'notRun' : state}`),
      percent: Math.round(progress),
    } as const
  })
}
