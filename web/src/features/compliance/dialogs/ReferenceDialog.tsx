import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addReference } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import type { OpenPolicyItem } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { LinkField } from './LinkField'
import { useLinkedPlace } from './useLinkedPlace'

interface ReferenceForm {
  by: string
  link: string
  manual: string
  chapter: string
  clause: string
  comment: string
}

interface ReferenceDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Lets a requirement refer to a paragraph or module by its link, or to a manual or one of its chapters. */
export function ReferenceDialog({ item, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery())
  const form = useForm<ReferenceForm>({
    defaultValues: { by: 'link', link: '', manual: '', chapter: '', clause: '', comment: '' },
  })
  const { errors } = form.formState
  const { by, link, manual, chapter } = form.watch()
  const linked = useLinkedPlace(by === 'link' ? link : '')
  const chosen = manual === '' ? undefined : { path: manual, chapter: chapter.trim() }
  const place = by === 'link' ? linked.place : chosen
  const save = async ({ clause, comment }: ReferenceForm) => {
    if (!place) return
    await addReference({
      policyItemId: item.id,
      policyItemVersion: item.version,
      policyClauseId: clause || undefined,
      place,
      comment,
    })
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const placeField = by === 'link' ? 'link' : 'manual'
  const saving = useFormSave(
    form,
    save,
    {},
    {
      anchor: placeField,
      'place.path': placeField,
      'place.version': placeField,
      'place.chapter': 'chapter',
      policyClauseId: 'clause',
    },
  )
  return (
    <ComplianceFormDialog
      title={t('compliance.referenceForm.open')}
      actionText={t('compliance.referenceForm.open')}
      closed={place ? undefined : t('compliance.referenceForm.incomplete')}
      dirty={form.formState.isDirty}
      saving={saving}
      onClose={onClose}
    >
      <RadioGroup
        legend={t('compliance.referenceForm.by')}
        options={[
          { value: 'link', label: t('compliance.referenceForm.byLink') },
          { value: 'manual', label: t('compliance.referenceForm.byManual') },
        ]}
        value={by}
        onChange={(value) => form.setValue('by', value)}
      />
      {by === 'link' ? (
        <LinkField input={form.register('link')} error={errors.link?.message} linked={linked} />
      ) : (
        <>
          <FormProblem>{manuals.error?.message}</FormProblem>
          <Select
            label={t('compliance.filter.manual')}
            error={errors.manual?.message}
            required
            options={[
              { value: '', label: t('compliance.referenceForm.chooseManual') },
              ...(manuals.data ?? []).map(({ path }) => ({ value: path, label: path.slice(1) })),
            ]}
            {...form.register('manual')}
          />
          <Field
            label={t('compliance.referenceForm.chapter')}
            hint={t('compliance.referenceForm.chapterHint')}
            error={errors.chapter?.message}
            autoComplete="off"
            maxLength={100}
            {...form.register('chapter')}
          />
        </>
      )}
      {item.clauses.length > 0 && (
        <Select
          label={t('compliance.referenceForm.clause')}
          error={errors.clause?.message}
          options={[
            { value: '', label: t('compliance.referenceForm.wholeItem') },
            ...item.clauses.map(({ id, marker, text }) => ({
              value: id,
              label: `${marker} ${text.slice(0, 60)}`.trim(),
            })),
          ]}
          {...form.register('clause')}
        />
      )}
      <TextArea
        label={t('compliance.referenceForm.comment')}
        error={errors.comment?.message}
        rows={3}
        maxLength={4000}
        {...form.register('comment')}
      />
    </ComplianceFormDialog>
  )
}
