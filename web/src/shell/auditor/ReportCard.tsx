import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ReportJob, saveReport, startReport } from '@/api/complianceReports'
import { isFinished, oneJob } from '@/api/jobs'
import type { Job } from '@/api/types'
import { ReportDialog } from '@/lib/compliance/ReportDialog'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { FormProblem } from '@/ui/FormProblem'

interface ReportCardProps {
  /** The subject of the report. */
  name: string
  jobName: ReportJob
  parameters: Record<string, string>
}

/** Asks for a report and offers its file: auditors have no list of tasks. */
export function ReportCard({ name, jobName, parameters }: ReportCardProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [started, setStarted] = useState<Job>()
  return (
    <Card
      title={t('auditors.report.title')}
      actions={<Button onClick={() => setAsking(true)}>{t('compliance.report.create')}</Button>}
    >
      <p>{t('auditors.report.lead')}</p>
      {started && <MadeReport key={started.id} started={started} />}
      {asking && (
        <ReportDialog
          title={t('compliance.report.titleOf', { name })}
          jobName={jobName}
          parameters={parameters}
          start={startReport}
          onStarted={setStarted}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}

function MadeReport({ started }: { started: Job }) {
  const { t } = useTranslation()
  const { data: job = started, error } = useQuery(oneJob(started.id))
  const save = useMutation({ mutationFn: saveReport, onError: showProblem })
  const failure = error?.message ?? job.errorList[0]?.localizedMessage
  if (failure !== undefined) return <FormProblem>{failure}</FormProblem>
  if (!isFinished(job)) return <p role="status">{t('auditors.report.making')}</p>
  return (
    <ul className="au-list">
      {job.artifacts.map(({ fileName }) => (
        <li key={fileName}>
          <Button icon="download" onClick={() => save.mutate({ id: job.id, fileName })}>
            {t('auditors.packs.download', { name: fileName })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
