import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { OpenPolicyItem } from '@/api/types'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import { TextArea } from '@/ui/TextArea'
import { type ItemForm, isAssessedKind, itemKinds } from './itemForm'
import { OwnerField } from './OwnerField'

interface ItemFieldsProps {
  form: UseFormReturn<ItemForm>
  /** The requirement as it was last read; undefined for a new one. */
  stored: OpenPolicyItem | undefined
  /** The fields of its clauses. */
  clauses: ReactNode
}

export function ItemFields({ form, stored, clauses }: ItemFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  const { kind, isAssessable } = useAssessment(form, stored)
  return (
    <>
      <Field
        label={t('compliance.column.code')}
        hint={t('compliance.itemForm.codeHint')}
        error={errors.policyItemCode?.message}
        autoComplete="off"
        maxLength={200}
        required
        {...form.register('policyItemCode')}
      />
      <Field
        label={t('compliance.column.title')}
        error={errors.title?.message}
        autoComplete="off"
        maxLength={500}
        {...form.register('title')}
      />
      <Select
        label={t('compliance.itemForm.kind')}
        error={errors.kind?.message}
        options={itemKinds.map((each) => ({ value: each, label: t(`compliance.kind.${each}`) }))}
        {...kind}
      />
      <Switch
        label={t('compliance.itemForm.assessable')}
        hint={t('compliance.itemForm.assessableHint')}
        error={errors.isAssessable?.message}
        {...isAssessable}
      />
      <TextArea
        label={t('compliance.itemForm.text')}
        hint={stored?.references.length ? t('compliance.itemForm.textHint') : undefined}
        error={errors.text?.message}
        rows={5}
        maxLength={400_000}
        {...form.register('text')}
      />
      {clauses}
      <TextArea
        label={t('compliance.guidance')}
        error={errors.guidance?.message}
        rows={3}
        maxLength={400_000}
        {...form.register('guidance')}
      />
      <Field
        type="date"
        label={t('compliance.form.effectiveDate')}
        error={errors.effectiveDate?.message}
        {...form.register('effectiveDate')}
      />
      <OwnerField
        label={t('compliance.column.owner')}
        input={form.register('owner')}
        value={form.watch('owner')}
        error={errors.owner?.message}
      />
      <Field
        type="date"
        label={t('compliance.column.reviewDate')}
        error={errors.reviewDate?.message}
        {...form.register('reviewDate')}
      />
      <Field
        label={t('compliance.why')}
        hint={t('compliance.itemForm.whyHint')}
        error={errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('why')}
      />
    </>
  )
}

/** The fields of kind and assessment: the switch follows the kind until somebody sets it. */
function useAssessment(form: UseFormReturn<ItemForm>, stored: OpenPolicyItem | undefined) {
  const [isChosen, setChosen] = useState(
    stored !== undefined && stored.isAssessable !== isAssessedKind(stored.kind),
  )
  const follow = (kind: string) => {
    if (!isChosen) form.setValue('isAssessable', isAssessedKind(kind), { shouldDirty: true })
  }
  return {
    kind: form.register('kind', {
      onChange: ({ target }: { target: { value: string } }) => follow(target.value),
    }),
    isAssessable: form.register('isAssessable', { onChange: () => setChosen(true) }),
  }
}
