import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addReference, readPolicyItem, updateReference } from '@/api/compliance'
import type { OpenPolicyItem, PolicyRef, ReferencePlace } from '@/api/types'
import { clauseOptions } from '@/lib/compliance/clauseOptions'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { RadioGroup } from '@/ui/RadioGroup'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { SignAgainHint } from '../SignAgainHint'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { LinkField } from './LinkField'
import { ManualPlace } from './ManualPlace'
import { OwnerField } from './OwnerField'
import { PickedPlace } from './PickedPlace'
import { placeWays, type ReferenceForm, referenceFormOf, referenceIn } from './referenceForm'
import { SearchedPlace } from './SearchedPlace'
import { savedValues } from './savedValues'
import { useLinkedPlace } from './useLinkedPlace'

interface ReferenceDialogProps {
  item: OpenPolicyItem
  /** The clause of a new reference; '' for the whole requirement. */
  clause?: string
  /** The reference to change; a new one is added when it is left out. */
  reference?: PolicyRef
  onClose: () => void
}

/** The field that shows what the server says against the place, for each way to name it. */
const placeFields = {
  keep: 'picked',
  search: 'picked',
  pick: 'picked',
  link: 'link',
  manual: 'manual',
} as const

/**
 * Lets a requirement refer to a paragraph or module that is found, chosen in its manual or named by its link, or to a
 * manual or one of its chapters; or changes such a reference.
 */
export function ReferenceDialog({ item, clause, reference, onClose }: ReferenceDialogProps) {
  const { t } = useTranslation()
  const form = useForm<ReferenceForm>({ defaultValues: referenceFormOf(reference, clause) })
  const { stored, reload, isReloaded } = useReload(form, item, {
    read: readPolicyItem,
    formOf: (read) => referenceFormOf(reference && referenceIn(read, reference.id), clause),
  })
  const known = reference && referenceIn(stored, reference.id)
  const values = form.watch()
  const { by, link, manual, chapter } = values
  const linked = useLinkedPlace(by === 'link' ? link : '')
  const places: Record<typeof by, ReferencePlace | undefined> = {
    keep: undefined,
    search: values.picked,
    pick: values.picked,
    link: linked.place,
    manual: manual === '' ? undefined : { path: manual, chapter: chapter.trim() },
  }
  const place = places[by]
  const save = async (given: ReferenceForm) => {
    const policyClauseId = given.clause || undefined
    const review = { owner: given.owner.trim() || undefined, reviewDate: given.reviewDate || undefined }
    const shared = { policyClauseId, place, comment: given.comment, ...review, why: given.why.trim() }
    if (known) await updateReference(known, stored.version, shared)
    else if (place) {
      const policyItemVersion = stored.version
      await addReference({ ...shared, policyItemId: stored.id, policyItemVersion, place })
    }
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const field = placeFields[by]
  const saving = useFormSave(
    form,
    save,
    {},
    {
      anchor: field,
      'place.path': field,
      'place.version': field,
      'place.chapter': 'chapter',
      policyClauseId: 'clause',
    },
  )
  const isGone = reference !== undefined && known === undefined
  const needsPlace = by !== 'keep' && place === undefined
  const closed = isGone ? t('compliance.referenceForm.gone') : t('compliance.referenceForm.incomplete')
  const labels = {
    clause: {
      label: t('compliance.referenceForm.clause'),
      text: (saved: ReferenceForm) => stored.clauses.find(({ id }) => id === saved.clause)?.marker ?? '',
    },
    comment: { label: t('compliance.referenceForm.comment') },
    owner: { label: t('compliance.column.owner') },
    reviewDate: { label: t('compliance.column.reviewDate') },
  }
  const title = t(reference ? 'compliance.referenceForm.update' : 'compliance.referenceForm.open')
  return (
    <ComplianceFormDialog
      title={title}
      actionText={title}
      size="lg"
      closed={isGone || needsPlace ? closed : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      saved={isReloaded && reference ? savedValues(values, referenceFormOf(known), labels) : undefined}
      onClose={onClose}
    >
      <SignAgainHint item={stored} />
      <RadioGroup
        legend={t('compliance.referenceForm.by')}
        options={placeWays
          .filter((way) => reference !== undefined || way !== 'keep')
          .map((value) => ({ value, label: t(`compliance.referenceForm.ways.${value}`) }))}
        value={by}
        onChange={(value) => {
          form.setValue('by', placeWays.find((way) => way === value) ?? 'search', { shouldDirty: true })
          form.setValue('picked', undefined)
        }}
      />
      <PlaceFields form={form} linked={linked} />
      <OtherFields form={form} item={stored} />
    </ComplianceFormDialog>
  )
}

interface PlaceFieldsProps {
  form: UseFormReturn<ReferenceForm>
  linked: ReturnType<typeof useLinkedPlace>
}

/** The fields of the chosen way to name a place. */
function PlaceFields({ form, linked }: PlaceFieldsProps) {
  const { errors } = form.formState
  const { by, picked } = form.watch()
  const pick = (place: ReferencePlace | undefined) => form.setValue('picked', place, { shouldDirty: true })
  switch (by) {
    case 'keep':
      return null
    case 'search':
      return <SearchedPlace value={picked} problem={errors.picked?.message} onChange={pick} />
    case 'pick':
      return <PickedPlace value={picked} problem={errors.picked?.message} onChange={pick} />
    case 'link':
      return <LinkField input={form.register('link')} error={errors.link?.message} linked={linked} />
    case 'manual':
      return <ManualPlace form={form} />
  }
}

/** The clause that the text answers, what there is to say about it, and who reviews it when. */
function OtherFields({ form, item }: { form: UseFormReturn<ReferenceForm>; item: OpenPolicyItem }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <>
      {item.clauses.length > 0 && (
        <Select
          label={t('compliance.referenceForm.clause')}
          error={errors.clause?.message}
          options={clauseOptions(item.clauses, t('compliance.referenceForm.wholeItem'))}
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
      <OwnerField
        label={t('compliance.column.owner')}
        hint={t('compliance.referenceForm.ownerHint')}
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
