import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addReference } from '@/api/compliance'
import { manualsQuery } from '@/api/library'
import type { OpenPolicyItem, ReferencePlace } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { placeOfLink } from './placeOfLink'

interface ReferenceForm {
  by: string
  link: string
  manual: string
  chapter: string
  clause: string
  comment: string
}

/** The place that the form names; undefined until it is complete. */
function placeIn({ by, link, manual, chapter }: ReferenceForm): ReferencePlace | undefined {
  if (by === 'link') return placeOfLink(link)
  return manual === '' ? undefined : { path: manual, chapter: chapter.trim() }
}

interface ReferenceDialogProps {
  item: OpenPolicyItem
  onClose: () => void
}

/** Lets a requirement refer to a paragraph or module by its link, or to a manual or one of its chapters. */
export function ReferenceDialog({ item, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation()
  const manuals = useQuery(manualsQuery()).data ?? []
  const form = useForm<ReferenceForm>({
    defaultValues: { by: 'link', link: '', manual: '', chapter: '', clause: '', comment: '' },
  })
  const values = form.watch()
  const place = placeIn(values)
  const save = async ({ clause, comment }: ReferenceForm) => {
    if (!place) return
    await addReference({ policyItemId: item.id, policyClauseId: clause || undefined, place, comment })
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  const isWrong = values.by === 'link' && values.link.trim() !== '' && !place
  return (
    <ComplianceFormDialog
      title={t('compliance.referenceForm.open')}
      isNew
      closed={place ? undefined : t('compliance.referenceForm.incomplete')}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      <RadioGroup
        legend={t('compliance.referenceForm.by')}
        options={[
          { value: 'link', label: t('compliance.referenceForm.byLink') },
          { value: 'manual', label: t('compliance.referenceForm.byManual') },
        ]}
        value={values.by}
        onChange={(by) => form.setValue('by', by)}
      />
      {values.by === 'link' ? (
        <Field
          label={t('compliance.referenceForm.link')}
          hint={t('compliance.referenceForm.linkHint')}
          error={isWrong ? t('compliance.referenceForm.linkWrong') : undefined}
          autoComplete="off"
          required
          {...form.register('link')}
        />
      ) : (
        <>
          <Select
            label={t('compliance.filter.manual')}
            required
            options={[
              { value: '', label: t('compliance.referenceForm.chooseManual') },
              ...manuals.map((manual) => ({ value: manual.path, label: manual.path.slice(1) })),
            ]}
            {...form.register('manual')}
          />
          <Field
            label={t('compliance.referenceForm.chapter')}
            hint={t('compliance.referenceForm.chapterHint')}
            autoComplete="off"
            maxLength={100}
            {...form.register('chapter')}
          />
        </>
      )}
      {item.clauses.length > 0 && (
        <Select
          label={t('compliance.referenceForm.clause')}
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
        rows={3}
        maxLength={4000}
        {...form.register('comment')}
      />
    </ComplianceFormDialog>
  )
}
