import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { policyItemsQuery } from '@/api/compliance'
import { createMapping, updateMapping } from '@/api/policyMappings'
import type { Compliance, PolicyMapping } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { SearchField } from '@/ui/SearchField'
import { Select } from '@/ui/Select'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from '../dialogs/ComplianceFormDialog'

const relationships = ['equal', 'subset', 'superset', 'intersects'] as const

interface MappingForm {
  sourceId: string
  targetId: string
  relationship: string
  rationale: string
}

interface MappingDialogProps {
  collection: Compliance
  other: Compliance
  /** The mapping to change; a new one is created when it is left out. */
  mapping?: PolicyMapping
  onClose: () => void
}

/** Maps two requirements, or changes how they correspond. */
export function MappingDialog({ collection, other, mapping, onClose }: MappingDialogProps) {
  const { t } = useTranslation()
  const form = useForm<MappingForm>({
    defaultValues: {
      sourceId: mapping?.source.id ?? '',
      targetId: mapping?.target.id ?? '',
      relationship: mapping?.relationship ?? 'equal',
      rationale: mapping?.rationale ?? '',
    },
  })
  const { errors } = form.formState
  const { sourceId, targetId } = form.watch()
  const save = async ({ targetId: target, ...values }: MappingForm) => {
    if (mapping) await updateMapping(mapping.id, { ...values, version: mapping.version })
    else await createMapping({ ...values, targetId: target })
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const saving = useFormSave(form, save, {
    'policy_mapping.taken': 'targetId',
    'policy_mapping.circle': 'relationship',
  })
  const isIncomplete = sourceId === '' || targetId === ''
  return (
    <ComplianceFormDialog
      title={t(mapping ? 'mappings.update' : 'mappings.new')}
      isNew={mapping === undefined}
      closed={isIncomplete ? t('mappings.incomplete') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      onClose={onClose}
    >
      {mapping ? (
        <p>
          <strong>{mapping.source.policyItemCode}</strong> – <strong>{mapping.target.policyItemCode}</strong>
        </p>
      ) : (
        <>
          <ItemChoice
            collection={collection}
            value={sourceId}
            error={errors.sourceId?.message}
            onChange={(id) => form.setValue('sourceId', id, { shouldDirty: true })}
          />
          <ItemChoice
            collection={other}
            value={targetId}
            error={errors.targetId?.message}
            onChange={(id) => form.setValue('targetId', id, { shouldDirty: true })}
          />
        </>
      )}
      <Select
        label={t('mappings.relationship')}
        hint={t('mappings.relationshipHint')}
        error={errors.relationship?.message}
        options={relationships.map((value) => ({ value, label: t(`mappings.relation.${value}`) }))}
        {...form.register('relationship')}
      />
      <TextArea
        label={t('mappings.rationale')}
        error={errors.rationale?.message}
        maxLength={1000}
        rows={3}
        {...form.register('rationale')}
      />
    </ComplianceFormDialog>
  )
}

interface ItemChoiceProps {
  collection: Compliance
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

interface ItemOption {
  /** An id. */
  value: string
  label: string
}

/** Requirements that are offered at once. */
const offered = 20

function ItemChoice({ collection, value, error, onChange }: ItemChoiceProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ItemOption>()
  const query = useQuery(
    policyItemsQuery({
      pageNumber: 1,
      pageSize: offered,
      fromPath: collection.path,
      keywordFilter: text || undefined,
    }),
  )
  const name = collection.policyCollectionName
  const found = (query.data?.items ?? [])
    .filter(({ isWithdrawn }) => !isWithdrawn)
    .map(
      ({ id, policyItemCode, title }): ItemOption => ({
        value: id,
        label: [policyItemCode, title].filter((part) => part !== '').join(' '),
      }),
    )
  // The chosen requirement stays in sight while another one is searched for.
  const isAway = chosen !== undefined && found.every((option) => option.value !== chosen.value)
  const options = isAway ? [chosen, ...found] : found
  return (
    <>
      <SearchField label={t('mappings.searchIn', { name })} value={text} onChange={setText} />
      <Select
        label={t('mappings.requirementOf', { name })}
        error={error}
        required
        options={[{ value: '', label: t('mappings.none') }, ...options]}
        value={value}
        onChange={(event) => {
          setChosen(options.find((option) => option.value === event.target.value))
          onChange(event.target.value)
        }}
      />
    </>
  )
}
