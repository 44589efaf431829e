import { useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createPolicyItem, updatePolicyItem } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { type ItemForm, itemFormOf, itemKinds, itemPayload } from './itemForm'

interface ItemDialogProps {
  /** The collection, category or rule that it is in. */
  parentPath: string
  /** The requirement to change; a new one is created when it is left out. */
  item?: OpenPolicyItem
  onClose: () => void
}

/** Creates or changes a requirement. */
export function ItemDialog({ parentPath, item, onClose }: ItemDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm<ItemForm>({ defaultValues: itemFormOf(item) })
  const clauses = useFieldArray({ control: form.control, name: 'clauses', keyName: 'key' })
  const { errors } = form.formState
  const save = async (values: ItemForm) => {
    const body = itemPayload(values)
    const open = item
      ? await updatePolicyItem(item.id, { ...body, version: item.version })
      : await createPolicyItem({ ...body, parentPath })
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
    if (!item) void navigate(itemPage(open))
  }
  const taken = { 'policy_item.code_taken': 'policyItemCode' } as const
  const { submit, busy, problem } = useFormSave(form, save, taken)
  return (
    <ComplianceFormDialog
      title={t(item ? 'compliance.itemForm.update' : 'compliance.itemForm.create')}
      isNew={item === undefined}
      closed={form.watch('policyItemCode').trim() === '' ? t('compliance.itemForm.codeEmpty') : undefined}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      <Field
        label={t('compliance.column.code')}
        hint={t('compliance.itemForm.codeHint')}
        error={errors.policyItemCode?.message}
        autoComplete="off"
        maxLength={100}
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
        options={itemKinds.map((kind) => ({ value: kind, label: t(`compliance.kind.${kind}`) }))}
        {...form.register('kind')}
      />
      <TextArea
        label={t('compliance.itemForm.text')}
        error={errors.text?.message}
        rows={5}
        maxLength={50_000}
        {...form.register('text')}
      />
      {clauses.fields.map(({ key }, index) => (
        <div key={key}>
          <Field
            label={t('compliance.itemForm.marker', { number: index + 1 })}
            autoComplete="off"
            maxLength={100}
            {...form.register(`clauses.${index}.marker`)}
          />
          <TextArea
            label={t('compliance.itemForm.clause', { number: index + 1 })}
            rows={2}
            maxLength={50_000}
            {...form.register(`clauses.${index}.text`)}
          />
          <Button size="sm" icon="trash" onClick={() => clauses.remove(index)}>
            {t('compliance.itemForm.removeClause', { number: index + 1 })}
          </Button>
        </div>
      ))}
      <Button
        size="sm"
        icon="add"
        className="mb-3"
        onClick={() => clauses.append({ id: '', marker: '', text: '' })}
      >
        {t('compliance.itemForm.addClause')}
      </Button>
      <TextArea
        label={t('compliance.guidance')}
        error={errors.guidance?.message}
        rows={3}
        maxLength={50_000}
        {...form.register('guidance')}
      />
      <Field
        type="date"
        label={t('compliance.form.effectiveDate')}
        error={errors.effectiveDate?.message}
        {...form.register('effectiveDate')}
      />
      <Switch label={t('compliance.itemForm.assessable')} {...form.register('isAssessable')} />
      <Field
        label={t('compliance.column.owner')}
        hint={t('compliance.itemForm.ownerHint')}
        error={errors.owner?.message}
        autoComplete="off"
        {...form.register('owner')}
      />
      <Field
        type="date"
        label={t('compliance.column.reviewDate')}
        error={errors.reviewDate?.message}
        {...form.register('reviewDate')}
      />
      <Field
        label={t('compliance.why')}
        error={errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('why')}
      />
    </ComplianceFormDialog>
  )
}
