import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { requestList } from '@/api/changeRequests'
import { blockersQuery, publicationList, receiversQuery, startPublishJob } from '@/api/publications'
import { presetsQuery, savePreset } from '@/api/publishPresets'
import { useMe } from '@/api/queries'
import type { Manual, PublishPreset } from '@/api/types'
import { can } from '@/lib/can'
import { attribute, databaseOf, displayName } from '@/lib/library/folders'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { Skeleton } from '@/ui/Skeleton'
import { showToast } from '@/ui/toasts'
import { BlockersList } from './BlockersList'
import { ContentFields } from './ContentFields'
import { DeletePresetDialog, PresetField, SavePresetDialog } from './PresetFields'
import {
  choicesOf,
  emptyForm,
  formOf,
  jobOf,
  lastChosen,
  type PublishForm,
  parametersOf,
  presentTargets,
  publishTypes,
} from './publishForm'
import { TargetFields } from './TargetFields'
import { useKnownTargets } from './useKnownTargets'

/** Longest revision number. */
const mostLetters = 40

const fields = [
  'revision',
  'formats',
  'reviseTypes',
  'profiles',
  'aircraft',
  'bookLanguages',
  'operator',
  'since',
  'changeRequestId',
  'validFrom',
  'validUntil',
] as const

interface PublishDialogProps {
  manual: Manual
  onClose: () => void
}

/** Publishes the working version of a manual, starting from what the person chose last. */
export function PublishDialog({ manual, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const presets = useQuery(presetsQuery(manual.path))
  // Presets of an earlier visit may be old ones, and the form starts from them once.
  if (presets.isFetchedAfterMount) {
    return (
      <PublishFormDialog
        manual={manual}
        onClose={onClose}
        presets={presets.data ?? []}
        presetsProblem={presets.data ? undefined : presets.error?.message}
      />
    )
  }
  return (
    <Dialog
      title={t('publications.publish.title', { manual: displayName(manual) })}
      size="lg"
      onClose={onClose}
    >
      <Skeleton lines={8} />
    </Dialog>
  )
}

interface PublishFormDialogProps extends PublishDialogProps {
  presets: PublishPreset[]
  presetsProblem: string | undefined
}

function PublishFormDialog({ manual, presets, presetsProblem, onClose }: PublishFormDialogProps) {
  const { t } = useTranslation()
  const form = useForm<PublishForm>({ defaultValues: { ...emptyForm, ...lastChosen(presets) } })
  const [isSaving, setSaving] = useState(false)
  const [deleted, setDeleted] = useState<PublishPreset>()
  const [presetId, setPresetId] = useState('')
  const preset = presets.find(({ id }) => id === presetId)
  const known = useKnownTargets(manual.path, form.watch())
  const approvalRequired = attribute(manual, 'approvalRequired') === 'no' ? 'no' : 'yes'
  const save = async (values: PublishForm) => {
    const names = { csdbName: databaseOf(manual), manualName: manual.name, approvalRequired }
    await startPublishJob(jobOf(values), parametersOf(values, names, known))
    // Without it the next publication starts from older choices, which are shown before anything is published.
    const chosen = choicesOf({ ...values, ...presentTargets(values, known) })
    await savePreset(manual.path, '', chosen).catch(() => undefined)
    showToast({ tone: 'info', text: t('publications.publish.started') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(
    form,
    save,
    {},
    {
      ...Object.fromEntries(fields.map((name) => [`parameterMap.${name}`, name])),
      'parameterMap.languages': 'leftOutLanguages',
    },
  )
  const { errors, isDirty } = form.formState
  const type = form.watch('type')
  const mayRelease = can.publishFormal(useMe(), manual.path)
  const found = useQuery(blockersQuery(manual.path)).data
  const blocking = found?.blocking
  const formats = form.watch('formats')
  const closed = (() => {
    if (known.open) return t(`publications.publish.targets.${known.open}`)
    if (found?.unavailableFormats.some((format) => formats.includes(format))) {
      return t(`publications.publish.engine.${found.pdfEngine}`)
    }
    if (type === 'draft') return undefined
    if (approvalRequired === 'no' && !mayRelease) return t('publications.publish.mayNotRelease')
    // Nobody knows yet whether anything blocks.
    if (blocking === undefined) return t('publications.publish.unchecked')
    return blocking > 0 ? t('publications.publish.blocked', { count: blocking }) : undefined
  })()
  const choose = (chosen: PublishPreset | undefined) => {
    setPresetId(chosen?.id ?? '')
    const values = chosen ? formOf(chosen) : { ...emptyForm, ...lastChosen(presets) }
    // What belongs to one publication stays as it was typed.
    const { revision, changeRequestId, validFrom, validUntil } = form.getValues()
    form.reset(
      { ...emptyForm, ...values, revision, changeRequestId, validFrom, validUntil },
      { keepDefaultValues: true },
    )
  }
  return (
    <>
      <Dialog
        title={t('publications.publish.title', { manual: displayName(manual) })}
        size="lg"
        busy={busy}
        staticBackdrop={isDirty}
        onClose={onClose}
        onSubmit={submit}
        footer={
          <>
            <Button disabled={busy} onClick={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="primary" busy={busy} disabledReason={closed}>
              {t('publications.publish.action')}
            </Button>
          </>
        }
      >
        <FormProblem>{problem?.message}</FormProblem>
        <BlockersList manualPath={manual.path} />
        {presetsProblem && (
          <Notice tone="warning" title={t('publications.presets.failed')}>
            {presetsProblem}
          </Notice>
        )}
        <PresetField
          presets={presets}
          chosen={preset}
          onChoose={choose}
          onSave={() => setSaving(true)}
          onDelete={() => setDeleted(preset)}
        />
        <Controller
          control={form.control}
          name="type"
          render={({ field }) => (
            <RadioGroup
              legend={t('publications.publish.type')}
              value={field.value}
              onChange={field.onChange}
              options={publishTypes.map((value) => ({
                value,
                label: t(`publications.publish.types.${typeKey(value, approvalRequired)}`),
                hint: t(`publications.publish.hints.${typeKey(value, approvalRequired)}`),
              }))}
            />
          )}
        />
        <Field
          label={t('publications.revision')}
          required
          hint={useLastRevision(manual.path)}
          maxLength={mostLetters}
          error={errors.revision?.message}
          {...form.register('revision', {
            validate: (text) => text.trim() !== '' || t('publications.publish.revisionMissing'),
          })}
        />
        <ContentFields form={form} manualPath={manual.path} />
        <OperatorField form={form} />
        <TargetFields form={form} manualPath={manual.path} known={known} />
        <RequestField form={form} manualPath={manual.path} />
        <ValidityFields form={form} />
      </Dialog>
      {isSaving && (
        <SavePresetDialog
          manualPath={manual.path}
          choices={choicesOf(form.getValues())}
          name={preset?.name ?? ''}
          onSaved={setPresetId}
          onClose={() => setSaving(false)}
        />
      )}
      {deleted && (
        <DeletePresetDialog
          manualPath={manual.path}
          preset={deleted}
          onDeleted={() => setPresetId('')}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

/** The number before, so that people need not look it up. */
function useLastRevision(manualPath: string): string | undefined {
  const { t } = useTranslation()
  const last = useQuery(publicationList({ manualPath, pageNumber: 1, pageSize: 1 })).data?.items[0]
  return (
    last &&
    t('publications.publish.lastRevision', {
      revision: last.revision,
      state: t(`publications.state.${last.state}`),
    })
  )
}

const typeKey = (type: (typeof publishTypes)[number], approvalRequired: string) =>
  type === 'readyForApprove' && approvalRequired === 'no' ? 'release' : type

type FormOf = ReturnType<typeof useForm<PublishForm>>

function OperatorField({ form }: { form: FormOf }) {
  const { t } = useTranslation()
  const query = useQuery(receiversQuery)
  const operators = query.data?.items ?? []
  // One that was chosen last may be deleted.
  const isKnown = (code: string) => operators.some((operator) => operator.code === code)
  return (
    <Select
      // A choice made before the options are loaded is shown once they are.
      key={operators.length}
      label={t('publications.operator')}
      hint={t(
        query.data?.items.length === 0 ? 'publications.publish.noOperators' : 'publications.operatorHint',
      )}
      required
      error={
        query.error && !query.data
          ? t('publications.publish.operatorsFailed')
          : form.formState.errors.operator?.message
      }
      options={[
        { value: '', label: t('publications.chooseOperator') },
        ...operators.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` })),
      ]}
      {...form.register('operator', {
        validate: (code) => isKnown(code) || t('publications.publish.operatorMissing'),
      })}
    />
  )
}

/** The days of a temporary revision. */
function ValidityFields({ form }: { form: FormOf }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const [from, until] = form.watch(['validFrom', 'validUntil'])
  return (
    <div className="d-flex flex-wrap gap-3">
      <Field
        type="date"
        label={t('publications.validFrom')}
        error={errors.validFrom?.message}
        {...form.register('validFrom', {
          validate: (day) => day !== '' || until === '' || t('publications.publish.dayMissing'),
        })}
      />
      <Field
        type="date"
        label={t('publications.validUntil')}
        hint={t('publications.validHint')}
        error={errors.validUntil?.message}
        {...form.register('validUntil', {
          validate: (day) =>
            day === ''
              ? from === '' || t('publications.publish.dayMissing')
              : day >= from || t('publications.publish.daysTurned'),
        })}
      />
    </div>
  )
}

/** The most change requests that are offered. */
const mostRequests = 100

function RequestField({ form, manualPath }: { form: FormOf; manualPath: string }) {
  const { t } = useTranslation()
  const status = 'In Progress,Ready for Publish'
  const open =
    useQuery(requestList({ manualPath, status, pageNumber: 1, pageSize: mostRequests })).data?.items ?? []
  if (open.length === 0) return null
  return (
    <Select
      label={t('publications.changeRequest')}
      error={form.formState.errors.changeRequestId?.message}
      options={[
        { value: '', label: t('publications.noChangeRequest') },
        ...open.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` })),
      ]}
      {...form.register('changeRequestId')}
    />
  )
}
