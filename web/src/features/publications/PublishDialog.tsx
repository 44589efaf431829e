import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { requestList } from '@/api/changeRequests'
import { blockersQuery, earlierPublications, receiversQuery, startPublishJob } from '@/api/publications'
import { useMe } from '@/api/queries'
import type { Manual } from '@/api/types'
import { can } from '@/lib/can'
import { attribute, databaseOf, displayName } from '@/lib/library/folders'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { CheckboxGroup } from '@/ui/CheckboxGroup'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { BlockersList } from './BlockersList'
import {
  bookLanguages,
  emptyForm,
  isBaseFor,
  isIncremental,
  jobOf,
  lastChoices,
  outputFormats,
  type PublishForm,
  parametersOf,
  publishTypes,
  rememberChoices,
  reviseTypes,
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

/** Publishes the working version of a manual. */
export function PublishDialog({ manual, onClose }: { manual: Manual; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<PublishForm>({ defaultValues: { ...emptyForm, ...lastChoices(manual.path) } })
  const known = useKnownTargets(manual.path, form.watch())
  const approvalRequired = attribute(manual, 'approvalRequired') === 'no' ? 'no' : 'yes'
  const save = async (values: PublishForm) => {
    rememberChoices(values, manual.path)
    const names = { csdbName: databaseOf(manual), manualName: manual.name, approvalRequired }
    await startPublishJob(jobOf(values), parametersOf(values, names, known))
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
  const mayRelease = can.publishFormal(useMe())
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
  return (
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
  )
}

const typeKey = (type: (typeof publishTypes)[number], approvalRequired: string) =>
  type === 'readyForApprove' && approvalRequired === 'no' ? 'release' : type

type FormOf = ReturnType<typeof useForm<PublishForm>>

/** What goes out: formats, and how much of the manual. */
function ContentFields({ form, manualPath }: { form: FormOf; manualPath: string }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const [formats, kinds] = form.watch(['formats', 'reviseTypes'])
  const needsOne = (message: string) => (list: string[]) => list.length > 0 || t(message)
  const found = useQuery(blockersQuery(manualPath)).data
  const unavailable = found?.unavailableFormats ?? []
  const hintOf = (chosen: string[]) =>
    [
      chosen.includes('html') ? t('publications.publish.siteHint') : '',
      found && unavailable.includes('pdf') ? t(`publications.publish.engine.${found.pdfEngine}`) : '',
    ]
      .filter((hint) => hint !== '')
      .join(' ') || undefined
  return (
    <>
      <Controller
        control={form.control}
        name="formats"
        rules={{ validate: needsOne('publications.publish.formatMissing') }}
        render={({ field }) => (
          <CheckboxGroup
            legend={t('publications.formats')}
            inline
            value={field.value}
            onChange={field.onChange}
            hint={hintOf(field.value)}
            error={errors.formats?.message}
            options={outputFormats.map((value) => ({
              value,
              label: t(`publications.format.${value}`),
              // One that was chosen can still be taken back.
              disabled: unavailable.includes(value) && !field.value.includes(value),
            }))}
          />
        )}
      />
      {formats.includes('pdf') && (
        <Select
          label={t('publications.publish.bookLanguages')}
          error={errors.bookLanguages?.message}
          options={bookLanguages.map((value) => ({
            value,
            label: t(`publications.publish.bookLanguage.${value}`),
          }))}
          {...form.register('bookLanguages')}
        />
      )}
      <Controller
        control={form.control}
        name="reviseTypes"
        rules={{ validate: needsOne('publications.publish.reviseTypeMissing') }}
        render={({ field }) => (
          <CheckboxGroup
            legend={t('publications.reviseTypes')}
            inline
            value={field.value}
            onChange={field.onChange}
            error={errors.reviseTypes?.message}
            options={reviseTypes.map((value) => ({ value, label: t(`publications.reviseType.${value}`) }))}
          />
        )}
      />
      {isIncremental({ formats, reviseTypes: kinds }) && <SinceField form={form} manualPath={manualPath} />}
    </>
  )
}

function SinceField({ form, manualPath }: { form: FormOf; manualPath: string }) {
  const { t } = useTranslation()
  const earlier = useQuery(earlierPublications(manualPath)).data?.items ?? []
  const [type, operator, profiles, aircraft] = form.watch(['type', 'operator', 'profiles', 'aircraft'])
  return (
    <Select
      label={t('publications.since')}
      hint={t('publications.sinceHint')}
      error={form.formState.errors.since?.message}
      options={[
        { value: '', label: t('publications.sinceApproved') },
        ...earlier
          .filter(isBaseFor({ type, operator, profiles, aircraft }))
          .map(({ id, number, revision, state }) => ({
            value: id,
            label: t('publications.option', { number, revision, state: t(`publications.state.${state}`) }),
          })),
      ]}
      {...form.register('since')}
    />
  )
}

function OperatorField({ form }: { form: FormOf }) {
  const { t } = useTranslation()
  const operators = useQuery(receiversQuery).data?.items ?? []
  // One that was chosen last may be deleted.
  const isKnown = (code: string) => operators.some((operator) => operator.code === code)
  return (
    <Select
      // A choice made before the options are loaded is shown once they are.
      key={operators.length}
      label={t('publications.operator')}
      hint={t('publications.operatorHint')}
      required
      error={form.formState.errors.operator?.message}
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
