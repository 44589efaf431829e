import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportJob } from '@/api/complianceReports'
import type { Job } from '@/api/types'
import { currentLanguage, languages } from '@/lib/i18n'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { showToast } from '@/ui/toasts'

const formats = ['xlsx', 'csv', 'pdf'] as const

interface ReportDialogProps {
  title: string
  jobName: ReportJob
  /** The subject of the report, and its filters. */
  parameters: Record<string, string>
  start: (jobName: ReportJob, parameters: Record<string, string>) => Promise<Job>
  /** Fields for the filters. */
  children?: ReactNode
  /** Called with the task; without it a message tells that it has started. */
  onStarted?: (job: Job) => void
  onClose: () => void
}

/** Asks for a report about compliance as a file. */
export function ReportDialog({
  title,
  jobName,
  parameters,
  start,
  children,
  onStarted,
  onClose,
}: ReportDialogProps) {
  const { t } = useTranslation()
  const [format, setFormat] = useState<string>('xlsx')
  const [language, setLanguage] = useState<string>(currentLanguage())
  const starting = useMutation({
    mutationFn: () => start(jobName, { ...parameters, format, language }),
    onSuccess: (job) => {
      if (onStarted) onStarted(job)
      else showToast({ tone: 'info', text: t('compliance.report.started') })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    starting.mutate()
  }
  return (
    <Dialog
      title={title}
      busy={starting.isPending}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={starting.isPending} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={starting.isPending}>
            {t('compliance.report.create')}
          </Button>
        </>
      }
    >
      <FormProblem>{starting.error?.message}</FormProblem>
      <RadioGroup
        legend={t('compliance.report.format')}
        value={format}
        onChange={setFormat}
        options={formats.map((value) => ({
          value,
          label: t(`compliance.report.formats.${value}`),
          hint: t(`compliance.report.formatHints.${value}`),
        }))}
      />
      {children}
      <RadioGroup
        legend={t('compliance.report.language')}
        inline
        value={language}
        onChange={setLanguage}
        options={languages.map((value) => ({ value, label: t(`compliance.report.languages.${value}`) }))}
      />
    </Dialog>
  )
}
