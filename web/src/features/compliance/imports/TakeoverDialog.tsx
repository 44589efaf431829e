import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isFinished, oneJob } from '@/api/jobs'
import { refreshAfterTakeover, takeRegulationOver } from '@/api/regulations'
import type { RegulationImport } from '@/api/types'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { ProgressBar } from '@/ui/ProgressBar'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'

const complianceTypes = ['audit', 'regulatory', 'business', 'safety'] as const

interface TakeoverForm {
  name: string
  originator: string
  complianceType: string
}

interface TakeoverDialogProps {
  opened: RegulationImport
  /** Codes of new requirements that are the old ones that they resemble. */
  confirmed: ReadonlySet<string>
  onClose: () => void
}

/** Takes a file over, after naming what that does. */
export function TakeoverDialog({ opened, confirmed, onClose }: TakeoverDialogProps) {
  const { t } = useTranslation()
  const isNew = opened.collectionId === undefined
  const { head } = opened
  const form = useForm<TakeoverForm>({
    defaultValues: {
      name: head.policyCollectionName,
      originator: head.policyOriginator,
      complianceType: head.complianceType,
    },
  })
  const [job, setJob] = useState<string>()
  const follow = useTakeoverJob(job, onClose)
  const save = async (values: TakeoverForm) => {
    const own = {
      policyCollectionName: values.name,
      policyOriginator: values.originator,
      complianceType: values.complianceType,
    }
    const { id } = await takeRegulationOver(opened.id, { ...(isNew && own), confirmed: [...confirmed] })
    setJob(id)
  }
  const taken = { 'compliance.name_taken': 'name' } as const
  const names = {
    'parameterMap.name': 'name',
    'parameterMap.originator': 'originator',
    'parameterMap.complianceType': 'complianceType',
  }
  const saving = useFormSave(form, save, taken, names)
  const busy = saving.busy || follow.runs
  const { errors } = form.formState
  const counts = opened.counts.filter(({ count }) => count > 0)
  const unconfirmed = opened.proposed - confirmed.size
  const [isSeen, setSeen] = useState(false)
  const unseen = unconfirmed > 0 && !isSeen ? t('regulations.takeover.unseen') : undefined
  const closed = follow.isLost ? t('regulations.takeover.lost') : unseen
  return (
    <Dialog
      title={t('regulations.takeover.title')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={saving.submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={t('regulations.takeover.busy')}
            disabledReason={closed}
          >
            {t('regulations.takeover.action')}
          </Button>
        </>
      }
    >
      {saving.problem && <FormProblem>{saving.problem.message}</FormProblem>}
      {follow.problem && <FormProblem>{follow.problem}</FormProblem>}
      <p>{t(isNew ? 'regulations.takeover.newText' : 'regulations.takeover.text')}</p>
      <ul>
        {counts.map(({ class: name, count }) => (
          <li key={name}>
            {t(`regulations.class.${name}`)}: {formatNumber(count)}
          </li>
        ))}
        {opened.categoryChanges.length > 0 && (
          <li>
            {t('regulations.categoryChanges')}: {formatNumber(opened.categoryChanges.length)}
          </li>
        )}
        {opened.proposed > 0 && (
          <li>
            {t('regulations.takeover.confirmed', {
              confirmed: formatNumber(confirmed.size),
              all: formatNumber(opened.proposed),
            })}
          </li>
        )}
      </ul>
      {unconfirmed > 0 && (
        <Checkbox
          label={t('regulations.takeover.seen')}
          hint={t('regulations.takeover.unconfirmed', { figure: formatNumber(unconfirmed) })}
          checked={isSeen}
          onChange={(event) => setSeen(event.target.checked)}
        />
      )}
      {isNew && (
        <>
          <Field
            label={t('compliance.form.name')}
            error={errors.name?.message}
            maxLength={200}
            required
            {...form.register('name')}
          />
          <Field
            label={t('compliance.form.originator')}
            error={errors.originator?.message}
            maxLength={200}
            required
            {...form.register('originator')}
          />
          <Select
            label={t('compliance.form.type')}
            error={errors.complianceType?.message}
            required
            options={[
              { value: '', label: t('compliance.form.chooseType') },
              ...complianceTypes.map((value) => ({ value, label: t(`compliance.type.${value}`) })),
            ]}
            {...form.register('complianceType')}
          />
        </>
      )}
      {follow.runs && <ProgressBar label={t('regulations.takeover.busy')} percent={follow.percent} />}
    </Dialog>
  )
}

/** Follows the job of a takeover to its end, then shows the collection. */
function useTakeoverJob(id: string | undefined, onClose: () => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: job, error } = useQuery({ ...oneJob(id ?? ''), enabled: id !== undefined })
  const isDone = job?.status === 'COMPLETED'
  const collection = job?.outputMap.collectionId
  useEffect(() => {
    if (!isDone) return
    refreshAfterTakeover()
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
    if (collection) void navigate(paths.compliance(collection))
  }, [isDone, collection, t, navigate, onClose])
  const hasFailed = job?.status === 'FAILED'
  useEffect(() => {
    if (hasFailed) refreshAfterTakeover()
  }, [hasFailed])
  const isOpen = id !== undefined && !(job && isFinished(job))
  return {
    runs: isOpen && error === null,
    /** It may run on, but nothing is known about it: the dialog must not stay locked for that. */
    isLost: isOpen && error !== null,
    percent: job?.progress,
    problem: hasFailed
      ? job.errorList.map(({ localizedMessage }) => localizedMessage).join(' ')
      : error?.message,
  }
}
