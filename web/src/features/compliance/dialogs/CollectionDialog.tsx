import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createCompliance, readCompliance, updateCompliance } from '@/api/compliance'
import { useMe } from '@/api/queries'
import type { Compliance } from '@/api/types'
import { can } from '@/lib/can'
import { paths } from '@/lib/paths'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { savedValues } from './savedValues'

/** The types of the specification. */
const complianceTypes = ['audit', 'regulatory', 'business', 'safety'] as const

interface CollectionForm {
  policyCollectionName: string
  policyOriginator: string
  complianceType: string
  sourceReference: string
  collectionVersion: string
  effectiveDate: string
  needsSignOff: boolean
}

function formOf(collection: Compliance | undefined): CollectionForm {
  return {
    policyCollectionName: collection?.policyCollectionName ?? '',
    policyOriginator: collection?.policyOriginator ?? '',
    complianceType: collection?.complianceType ?? '',
    sourceReference: collection?.sourceReference ?? '',
    collectionVersion: collection?.collectionVersion ?? '',
    effectiveDate: collection?.effectiveDate ?? '',
    needsSignOff: collection?.needsSignOff ?? false,
  }
}

const read = async (collection: Compliance | undefined) => collection && readCompliance(collection.id)

interface CollectionDialogProps {
  /** The collection to change; a new one is created when it is left out. */
  collection?: Compliance
  onClose: () => void
}

/** Creates or changes a collection of requirements. */
export function CollectionDialog({ collection, onClose }: CollectionDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const me = useMe()
  const form = useForm<CollectionForm>({ defaultValues: formOf(collection) })
  const { stored, reload, isReloaded } = useReload(form, collection, { read, formOf })
  const save = async (values: CollectionForm) => {
    const body = { ...values, effectiveDate: values.effectiveDate || undefined }
    const made = stored
      ? await updateCompliance(stored.id, { ...body, version: stored.version })
      : await createCompliance(body)
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
    if (made) void navigate(paths.compliance(made.id))
  }
  const taken = { 'compliance.name_taken': 'policyCollectionName' } as const
  const saving = useFormSave(form, save, taken)
  const values = form.watch()
  const { policyCollectionName: name, policyOriginator: originator, complianceType: type } = values
  const isIncomplete = [name, originator, type].some((value) => value.trim() === '')
  const labels = useSavedLabels()
  return (
    <ComplianceFormDialog
      title={t(collection ? 'compliance.form.update' : 'compliance.form.create')}
      isNew={collection === undefined}
      closed={isIncomplete ? t('compliance.form.incomplete') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      saved={isReloaded ? savedValues(values, formOf(stored), labels) : undefined}
      onClose={onClose}
    >
      <CollectionFields form={form} maySetSignOff={!collection || can.approve(me)} />
    </ComplianceFormDialog>
  )
}

/** The names of the fields whose saved values are shown beside the typed ones. */
function useSavedLabels() {
  const { t } = useTranslation()
  return {
    policyCollectionName: { label: t('compliance.form.name') },
    policyOriginator: { label: t('compliance.form.originator') },
    complianceType: {
      label: t('compliance.form.type'),
      text: ({ complianceType }: CollectionForm) => t(`compliance.type.${complianceType}`),
    },
    sourceReference: { label: t('compliance.form.source') },
    collectionVersion: { label: t('compliance.form.version') },
    effectiveDate: { label: t('compliance.form.effectiveDate') },
    needsSignOff: {
      label: t('compliance.form.signOff'),
      text: ({ needsSignOff }: CollectionForm) => t(needsSignOff ? 'compliance.yes' : 'compliance.no'),
    },
  }
}

interface CollectionFieldsProps {
  form: UseFormReturn<CollectionForm>
  maySetSignOff: boolean
}

function CollectionFields({ form, maySetSignOff }: CollectionFieldsProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      <Field
        label={t('compliance.form.name')}
        error={errors.policyCollectionName?.message}
        autoComplete="off"
        maxLength={200}
        required
        {...form.register('policyCollectionName')}
      />
      <Field
        label={t('compliance.form.originator')}
        hint={t('compliance.form.originatorHint')}
        error={errors.policyOriginator?.message}
        autoComplete="off"
        maxLength={200}
        required
        {...form.register('policyOriginator')}
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
      <Field
        label={t('compliance.form.source')}
        error={errors.sourceReference?.message}
        autoComplete="off"
        maxLength={500}
        {...form.register('sourceReference')}
      />
      <Field
        label={t('compliance.form.version')}
        hint={t('compliance.form.versionHint')}
        error={errors.collectionVersion?.message}
        autoComplete="off"
        maxLength={500}
        {...form.register('collectionVersion')}
      />
      <Field
        type="date"
        label={t('compliance.form.effectiveDate')}
        error={errors.effectiveDate?.message}
        {...form.register('effectiveDate')}
      />
      {maySetSignOff && (
        <Switch
          label={t('compliance.form.signOff')}
          hint={t('compliance.form.signOffHint')}
          {...form.register('needsSignOff')}
        />
      )}
    </>
  )
}
