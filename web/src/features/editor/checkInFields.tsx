import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { requestCalls } from '@/api/changeRequests'
import type { File, ListedChangeRequest } from '@/api/types'
import { RequestSelect } from '@/lib/changeRequests/RequestSelect'
import { Checkbox } from '@/ui/Checkbox'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { type CheckInForm, nextIssue } from './checkInForm'

const issueTypes = [
  'new',
  'changed',
  'revised',
  'status',
  'deleted',
  'rinstate-changed',
  'rinstate-revised',
  'rinstate-status',
] as const

const reasonTypes = ['urt01', 'urt02', 'urt03', 'urt04', 'urt05'] as const

interface CheckInFieldsProps {
  form: UseFormReturn<CheckInForm>
}

interface CheckInIssueFieldsProps extends CheckInFieldsProps {
  /** Undefined until it is loaded. */
  file: File | undefined
  versions: readonly File[]
}

/** The number, date and kind of the new issue. */
export function CheckInIssueFields({ form, file, versions }: CheckInIssueFieldsProps) {
  const { t } = useTranslation()
  const number = (step: CheckInForm['step']) => {
    const issue = file && nextIssue(file, versions, step)
    return issue && t('editor.checkIn.gives', { issue })
  }
  return (
    <>
      <RadioGroup
        legend={t('editor.checkIn.step')}
        value={form.watch('step')}
        onChange={(step) => form.setValue('step', step === 'full' ? 'full' : 'inWork', { shouldDirty: true })}
        options={[
          { value: 'inWork', label: t('editor.checkIn.inWork'), hint: number('inWork') },
          { value: 'full', label: t('editor.checkIn.full'), hint: number('full') },
        ]}
      />
      <Field
        type="date"
        label={t('editor.checkIn.issueDate')}
        error={form.formState.errors.issueDate?.message}
        {...form.register('issueDate')}
      />
      <Select
        label={t('library.module.fact.issueType')}
        options={[
          { value: '', label: t('editor.checkIn.issueTypeAuto') },
          ...issueTypes.map((type) => ({ value: type, label: t(`library.module.issueType.${type}`) })),
        ]}
        {...form.register('issueType')}
      />
    </>
  )
}

interface CheckInRequestFieldProps extends CheckInFieldsProps {
  path: string
  /** The change request that the module belongs to. */
  proposed: ListedChangeRequest | undefined
  /** Whether the module belongs to one is known; otherwise somebody has to choose. */
  isKnown: boolean
  /** The server refused, because the module belongs to another open change request. */
  isTaken: boolean
}

/** The change request that the work belongs to. */
export function CheckInRequestField({ form, path, proposed, isKnown, isTaken }: CheckInRequestFieldProps) {
  return (
    <RequestSelect
      calls={requestCalls}
      manualPath={path.split('/').slice(0, 3).join('/')}
      value={form.watch('changeRequestId') ?? proposed?.id ?? (isKnown ? '' : undefined)}
      onChange={(id) => form.setValue('changeRequestId', id, { shouldDirty: true })}
      proposed={proposed}
      isTaken={isTaken}
      shares={form.watch('shareModule')}
      onShare={(shares) => form.setValue('shareModule', shares)}
    />
  )
}

/** The reason for the update that is written into the module. */
export function ReasonFields({ form }: CheckInFieldsProps) {
  const { t } = useTranslation()
  const hasReason = form.watch('reasonText').trim() !== ''
  return (
    <>
      <Field
        label={t('editor.reason.text')}
        hint={t('editor.reason.hint')}
        error={form.formState.errors.reasonText?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('reasonText')}
      />
      {hasReason && (
        <>
          <Select
            label={t('editor.reason.type')}
            options={reasonTypes.map((type) => ({ value: type, label: t(`editor.reason.${type}`) }))}
            {...form.register('reasonType')}
          />
          <Checkbox label={t('editor.reason.highlight')} {...form.register('highlight')} />
        </>
      )}
    </>
  )
}
