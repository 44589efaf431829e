import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { oneJob } from '@/api/jobs'
import { manualsQuery } from '@/api/library'
import { onePackage } from '@/api/packages'
import type { Comparison, Job, Manual, Package } from '@/api/types'
import { attributes } from '@/lib/library/folders'
import { chained, QueryFrame } from '@/lib/QueryFrame'
import { dismissAlertsConcerning } from '@/ui/alerts'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { FormProblem } from '@/ui/FormProblem'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'
import { ChooseManualStep } from './ChooseManualStep'
import { CreateDatabaseStep } from './CreateDatabaseStep'
import { CreateManualStep } from './CreateManualStep'
import { ImportEffect } from './ImportEffect'
import { afterMove, type ImportMove, type ImportStep, proposedTarget, type Target } from './importSteps'
import { defaultsFrom } from './newManual'
import { comparison, useStartImport } from './queries'
import { SummaryStep } from './SummaryStep'
import './imports.css'

interface ImportDialogProps {
  /** The check whose findings are known. */
  jobId: string
  onClose: () => void
}

/** Brings a checked package into a manual, in the four steps of the specification. */
export function ImportDialog({ jobId, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const job = useQuery(oneJob(jobId))
  const packageId = job.data?.packageId
  const pack = useQuery({ ...onePackage(packageId ?? ''), enabled: packageId !== undefined })
  // The alert that offered this dialog is no longer needed.
  useEffect(() => {
    if (packageId) dismissAlertsConcerning(packageId)
  }, [packageId])
  if (job.data && pack.data) return <Importer job={job.data} pack={pack.data} onClose={onClose} />
  return (
    <Dialog title={t('imports.dialog.import')} size="lg" onClose={onClose}>
      <QueryFrame query={chained(job, pack)} failedTitle={t('imports.board.failed')}>
        <Skeleton lines={6} />
      </QueryFrame>
    </Dialog>
  )
}

const nowhere: Target = { csdbName: '', manualName: '' }
const countsOnly = { pageNumber: 1, pageSize: 1, state: undefined }

interface ImporterProps {
  job: Job
  pack: Package
  onClose: () => void
}

function Importer({ job, pack, onClose }: ImporterProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<ImportStep>({ step: 1, target: proposedTarget(job) })
  const [complete, setComplete] = useState(pack.summary?.complete !== 'incremental')
  const [sureOf, setSureOf] = useState<string>()
  const start = useStartImport()
  const compared = useQuery({
    ...comparison(pack.id, state.target ?? nowhere, { ...countsOnly, complete: complete ? 'yes' : 'no' }),
    enabled: state.target !== undefined,
    // An older comparison says nothing about the import that starts now.
    staleTime: 0,
  })
  const seen = compared.isPlaceholderData || compared.error ? undefined : compared.data
  const mustBeSure = seen ? isRisky(seen) : false
  const question = seen && JSON.stringify([state.target, complete, seen.comparedWith, seen.doubts])
  const sure = question !== undefined && question === sureOf
  const notYet = () => {
    if (!state.target) return undefined
    if (compared.error) return t('imports.doubts.uncompared')
    if (!seen || compared.isFetching) return t('imports.doubts.asking')
    return mustBeSure && !sure ? t('imports.doubts.unsure') : undefined
  }
  const manual = useManual(state.target)
  const languages = manual ? attributes(manual, 'translationLanguages') : []
  const go = (asked: ImportMove) => {
    const next = afterMove(state, asked)
    if (!next) {
      onClose()
      return
    }
    if (next.target && next.target === state.target && next.step !== state.step) void compared.refetch()
    setState(next)
  }
  const cancel = () => go({ move: 'cancel' })
  const startImport = () => {
    const { target } = state
    if (!target) {
      showToast({ tone: 'warning', text: t('imports.dialog.chooseManual') })
      go({ move: 'missingManual' })
      return
    }
    if (!seen) return
    const { comparedWith } = seen
    start.mutate(
      { ...target, outputs: job.outputMap, translationLanguages: languages, complete, comparedWith },
      {
        onSuccess: () => {
          showToast({ tone: 'success', text: t('imports.upload.started') })
          onClose()
        },
      },
    )
  }

  if (state.step === 3) {
    return (
      <CreateDatabaseStep
        model={pack.summary?.model ?? ''}
        onCancel={cancel}
        onCreated={(csdbName) => go({ move: 'createdDatabase', csdbName })}
      />
    )
  }
  if (state.step === 4) {
    return (
      <CreateManualStep
        csdbName={state.csdbName}
        told={defaultsFrom(pack, job)}
        onCancel={cancel}
        onCreated={(target) => go({ move: 'createdManual', target })}
      />
    )
  }
  return (
    // A step is a dialog of its own for the focus, which goes to its first control.
    <Dialog
      key={state.step}
      title={t('imports.dialog.import')}
      size="lg"
      startsAtTop
      busy={start.isPending}
      onClose={cancel}
      footer={
        <>
          <Button disabled={start.isPending} onClick={cancel}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="primary"
            icon="import"
            busy={start.isPending}
            busyText={t('imports.dialog.starting')}
            disabledReason={notYet()}
            onClick={startImport}
          >
            {t('imports.upload.import')}
          </Button>
        </>
      }
    >
      <FormProblem>{start.error?.message}</FormProblem>
      {state.step === 1 ? (
        <SummaryStep
          pack={pack}
          target={state.target}
          translationLanguages={languages}
          onEdit={() => go({ move: 'edit' })}
        />
      ) : (
        <ChooseManualStep
          chosen={state.target}
          database={state.database}
          onChoose={(target) => go({ move: 'choose', target })}
          onNewDatabase={() => go({ move: 'newDatabase' })}
          onNewManual={(csdbName) => go({ move: 'newManual', csdbName })}
        />
      )}
      {state.target && (
        <ImportEffect
          pack={pack}
          compared={seen}
          problem={compared.error?.message}
          onCompare={() => void compared.refetch()}
          complete={complete}
          onComplete={setComplete}
          mustBeSure={mustBeSure}
          sure={sure}
          onSure={(isSure) => setSureOf(isSure ? question : undefined)}
        />
      )}
    </Dialog>
  )
}

/** Whether a package that may belong elsewhere would change something that is there. */
function isRisky({ doubts, counts }: Comparison): boolean {
  return doubts.length > 0 && counts.changed + counts.unchanged + counts.removed > 0
}

function useManual(target: Target | undefined): Manual | undefined {
  const manuals = useQuery({ ...manualsQuery(target?.csdbName), enabled: target !== undefined }).data
  return target && manuals?.find(({ name }) => name === target.manualName)
}
