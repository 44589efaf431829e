import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { RequestCalls } from '@/api/changeRequests'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { PeopleField } from './PeopleField'
import { type RequestForm, requestOrigins } from './requestForm'
import './changeRequests.css'

interface RequestFieldsProps {
  form: UseFormReturn<RequestForm>
}

/** The planned change, and its reason. */
export function DescriptionFields({ form }: RequestFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      <Field
        label={t('changeRequests.form.title')}
        error={errors.title?.message}
        autoComplete="off"
        maxLength={200}
        required
        {...form.register('title')}
      />
      <TextArea
        label={t('changeRequests.form.description')}
        hint={t('changeRequests.form.descriptionHint')}
        error={errors.description?.message}
        rows={5}
        maxLength={10_000}
        {...form.register('description')}
      />
    </>
  )
}

interface PlanFieldsProps extends RequestFieldsProps {
  calls: RequestCalls
  /** The work is being reviewed: origin and reference are fixed, and reviewers can only be added. */
  isReviewed?: boolean
}

/** The origin, due date and people of a change request. */
export function PlanFields({ calls, form, isReviewed = false }: PlanFieldsProps) {
  const { t } = useTranslation()
  const [asked] = useState(form.getValues('reviewers'))
  const { errors } = form.formState
  const manualPath = form.watch('manualPath')
  return (
    <>
      {!isReviewed && (
        <>
          <Select
            label={t('changeRequests.form.origin')}
            options={requestOrigins.map((origin) => ({
              value: origin,
              label: t(`changeRequests.origin.${origin}`),
            }))}
            {...form.register('origin')}
          />
          <Field
            label={t('changeRequests.form.reference')}
            hint={t('changeRequests.form.referenceHint')}
            error={errors.reference?.message}
            autoComplete="off"
            maxLength={200}
            {...form.register('reference')}
          />
        </>
      )}
      <Field
        type="date"
        label={t('changeRequests.form.dueDate')}
        error={errors.dueDate?.message}
        {...form.register('dueDate')}
      />
      {manualPath !== '' && (
        <>
          <PeopleField
            calls={calls}
            legend={t('changeRequests.form.assignee')}
            searchLabel={t('changeRequests.form.findAssignee')}
            manualPath={manualPath}
            level="author"
            isSingle
            value={form.watch('assignee')}
            error={errors.assignee?.message}
            onChange={(accounts) => form.setValue('assignee', accounts, { shouldDirty: true })}
          />
          <PeopleField
            calls={calls}
            legend={t('changeRequests.form.reviewers')}
            searchLabel={t('changeRequests.form.findReviewers')}
            manualPath={manualPath}
            level="approve"
            fixed={isReviewed ? asked : []}
            value={form.watch('reviewers')}
            error={errors.reviewers?.message}
            onChange={(accounts) => form.setValue('reviewers', accounts, { shouldDirty: true })}
          />
        </>
      )}
    </>
  )
}
