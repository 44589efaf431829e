import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { createPolicyItem, readPolicyItem, updatePolicyItem } from '@/api/compliance'
import type { OpenPolicyItem } from '@/api/types'
import { itemPage } from '@/lib/compliance/itemPage'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { showToast } from '@/ui/toasts'
import { ClauseFields } from './ClauseFields'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { ItemFields } from './ItemFields'
import { type ItemForm, itemFormOf, itemMerges, itemPayload } from './itemForm'
import { savedValues } from './savedValues'

const read = async (item: OpenPolicyItem | undefined) => item && readPolicyItem(item)

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
  const { stored, reload, isReloaded } = useReload(form, item, {
    read,
    formOf: itemFormOf,
    merges: itemMerges,
  })
  const save = async (values: ItemForm) => {
    const body = itemPayload(values, stored)
    const open = stored
      ? await updatePolicyItem(stored.id, { ...body, version: stored.version })
      : await createPolicyItem({ ...body, parentPath })
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
    if (!stored) void navigate(itemPage(open))
  }
  const taken = { 'policy_item.code_taken': 'policyItemCode' } as const
  const saving = useFormSave(form, save, taken)
  const values = form.watch()
  const labels = useSavedLabels()
  return (
    <ComplianceFormDialog
      title={t(item ? 'compliance.itemForm.update' : 'compliance.itemForm.create')}
      isNew={item === undefined}
      size="lg"
      closed={values.policyItemCode.trim() === '' ? t('compliance.itemForm.codeEmpty') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      saved={isReloaded ? savedValues(values, itemFormOf(stored), labels) : undefined}
      onClose={onClose}
    >
      <ItemFields form={form} stored={stored} clauses={<ClauseFields form={form} stored={stored} />} />
    </ComplianceFormDialog>
  )
}

/** The names of the fields whose saved values are shown beside the typed ones. */
function useSavedLabels() {
  const { t } = useTranslation()
  return {
    policyItemCode: { label: t('compliance.column.code') },
    title: { label: t('compliance.column.title') },
    kind: {
      label: t('compliance.itemForm.kind'),
      text: ({ kind }: ItemForm) => t(`compliance.kind.${kind}`),
    },
    text: { label: t('compliance.itemForm.text') },
    clauses: {
      label: t('compliance.itemForm.clauses'),
      text: ({ clauses }: ItemForm) =>
        clauses.map(({ marker, text }) => `${marker} ${text}`.trim()).join('\n'),
    },
    guidance: { label: t('compliance.guidance') },
    effectiveDate: { label: t('compliance.form.effectiveDate') },
    isAssessable: {
      label: t('compliance.itemForm.assessable'),
      text: ({ isAssessable }: ItemForm) => t(isAssessable ? 'compliance.yes' : 'compliance.no'),
    },
    owner: { label: t('compliance.column.owner') },
    reviewDate: { label: t('compliance.column.reviewDate') },
  }
}
