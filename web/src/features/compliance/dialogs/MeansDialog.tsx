import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readPolicyItem, setPolicyMeans } from '@/api/compliance'
import type { OpenPolicyItem, PolicyMeans } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { SignAgainHint } from '../SignAgainHint'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import {
  formOfMeans,
  type MeansForm,
  meansKinds,
  meansNow,
  meansOfForm,
  meansWithout,
  needOf,
} from './meansForm'

interface MeansDialogProps {
  item: OpenPolicyItem
  /** The means that are changed; undefined for new ones. */
  means?: PolicyMeans
  onClose: () => void
}

const fields = [
  'kind',
  'reference',
  'authority',
  'approvalReference',
  'approvedDate',
  'validFrom',
  'validTo',
  'remarks',
] as const

/** The fields of the form by their names at the server, which knows a list. */
function namesAt(place: number): Record<string, string> {
  const names = fields.map((field): [string, string] => [`means[${place}].${field}`, field])
  return Object.fromEntries([...names, [`means[${place}]`, 'reference']])
}

/** Records how a requirement is met. */
export function MeansDialog({ item, means, onClose }: MeansDialogProps) {
  const { t } = useTranslation()
  // The page refreshes itself; the form is about the means as they were when it was opened.
  const [opened] = useState({ all: item.means, means })
  const form = useForm<MeansForm>({ defaultValues: formOfMeans(opened.means) })
  const current = ({ means: all }: OpenPolicyItem) => opened.means && meansNow(opened.all, all, opened.means)
  const { stored, reload } = useReload(form, item, {
    read: async (before) => {
      const fresh = await readPolicyItem(before)
      // Saving would add what somebody else has removed.
      return opened.means && !current(fresh) ? null : fresh
    },
    formOf: (read) => formOfMeans(current(read)),
  })
  const others = meansWithout(stored.means, current(stored))
  const { errors } = form.formState
  const { kind, reference } = form.watch()
  const save = async (values: MeansForm) => {
    await setPolicyMeans(stored, [...others, meansOfForm(values)], values.why)
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const saving = useFormSave(form, save, {}, namesAt(others.length))
  const [authority, approval, validity] = (['authority', 'approval', 'validity'] as const).map((field) =>
    needOf(kind, field),
  )
  return (
    <ComplianceFormDialog
      title={t(means ? 'compliance.means.change' : 'compliance.means.add')}
      isNew={means === undefined}
      closed={reference.trim() === '' ? t('compliance.means.referenceEmpty') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      onClose={onClose}
    >
      <SignAgainHint item={stored} />
      <Select
        label={t('compliance.means.kindLabel')}
        error={errors.kind?.message}
        options={meansKinds.map((each) => ({ value: each, label: t(`compliance.means.kind.${each}`) }))}
        {...form.register('kind')}
      />
      <Field
        label={t('compliance.means.reference')}
        hint={t('compliance.means.referenceHint')}
        error={errors.reference?.message}
        autoComplete="off"
        maxLength={200}
        required
        {...form.register('reference')}
      />
      {authority && (
        <Field
          label={t('compliance.means.authority')}
          error={errors.authority?.message}
          autoComplete="off"
          maxLength={500}
          required={authority === 'required'}
          {...form.register('authority')}
        />
      )}
      {approval && (
        <>
          <Field
            label={t('compliance.means.approvalReference')}
            error={errors.approvalReference?.message}
            autoComplete="off"
            maxLength={200}
            required
            {...form.register('approvalReference')}
          />
          <Field
            type="date"
            label={t('compliance.means.approvedDate')}
            error={errors.approvedDate?.message}
            required
            {...form.register('approvedDate')}
          />
        </>
      )}
      {validity && (
        <>
          <Field
            type="date"
            label={t('compliance.means.validFrom')}
            error={errors.validFrom?.message}
            required={validity === 'required'}
            {...form.register('validFrom')}
          />
          <Field
            type="date"
            label={t('compliance.means.validTo')}
            hint={t('compliance.means.validToHint')}
            error={errors.validTo?.message}
            required={validity === 'required'}
            {...form.register('validTo')}
          />
        </>
      )}
      <TextArea
        label={t('compliance.means.remarks')}
        error={errors.remarks?.message}
        rows={2}
        maxLength={4000}
        {...form.register('remarks')}
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
