import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { changePolicyItems } from '@/api/compliance'
import type { ListedPolicyItem, PolicyBulkChange } from '@/api/types'
import { policyStatuses } from '@/lib/compliance/PolicyStatusChip'
import { formatDate, formatNumber } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { OwnerField } from './OwnerField'

const changes = ['status', 'scope', 'owner', 'reviewDate'] as const

interface BulkForm {
  change: (typeof changes)[number]
  status: string
  scope: string
  owner: string
  reviewDate: string
  why: string
}

/** The body of the request: the value of the chosen change alone. */
function changeOf({ change, status, scope, owner, reviewDate, why }: BulkForm): PolicyBulkChange {
  const values = {
    status: { status },
    scope: { inScope: scope === 'in' },
    owner: { owner: owner.trim() || undefined },
    reviewDate: { reviewDate: reviewDate || undefined },
  }
  return { change, ...values[change], why: why.trim() }
}

interface BulkDialogProps {
  /** The selected requirements, as they were on the screen when the dialog was opened. */
  items: readonly ListedPolicyItem[]
  /** Reads the selected requirements again. */
  read: () => Promise<readonly ListedPolicyItem[]>
  onDone: () => void
  onClose: () => void
}

/** Changes several requirements at once, after showing what becomes of each. */
export function BulkDialog({ items: opened, read, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const [items, setItems] = useState(opened)
  const form = useForm<BulkForm>({
    defaultValues: { change: 'status', status: 'compliant', scope: 'in', owner: '', reviewDate: '', why: '' },
  })
  const values = form.watch()
  const save = async (given: BulkForm) => {
    await changePolicyItems(items, changeOf(given))
    showToast({ tone: 'success', text: t('compliance.done') })
    onDone()
    onClose()
  }
  const saving = useFormSave(form, save)
  const reload = async (onReloaded: () => void) => {
    try {
      setItems(await read())
      onReloaded()
    } catch (error) {
      if (error instanceof Error) showProblem(error)
    }
  }
  const { change, status, scope, why } = values
  const excludes =
    (change === 'status' && status === 'not_applicable') || (change === 'scope' && scope === 'out')
  const needsReason = excludes && why.trim() === '' ? t('compliance.statusForm.whyEmpty') : undefined
  const closed = items.length === 0 ? t('compliance.bulk.nothing') : needsReason
  const figures = { count: items.length, figure: formatNumber(items.length) }
  return (
    <ComplianceFormDialog
      title={t('compliance.bulk.open')}
      actionText={t('compliance.bulk.selected', figures)}
      closed={closed}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      onClose={onClose}
    >
      <Select
        label={t('compliance.bulk.change')}
        options={changes.map((value) => ({ value, label: t(`compliance.bulk.field.${value}`) }))}
        {...form.register('change')}
      />
      <BulkValue form={form} change={change} />
      <Field
        label={t('compliance.why')}
        error={form.formState.errors.why?.message}
        autoComplete="off"
        maxLength={1000}
        required={excludes}
        {...form.register('why')}
      />
      <p className="mb-1">{t('compliance.bulk.preview', figures)}</p>
      <ul aria-label={t('compliance.items')}>
        {items.map((item) => (
          <li key={item.id}>
            <strong>{item.policyItemCode}</strong> <Preview item={item} form={values} />
          </li>
        ))}
      </ul>
    </ComplianceFormDialog>
  )
}

interface BulkValueProps {
  form: ReturnType<typeof useForm<BulkForm>>
  change: BulkForm['change']
}

/** The field of the value that the requirements get. */
function BulkValue({ form, change }: BulkValueProps) {
  const { t } = useTranslation()
  const { errors } = form.formState
  switch (change) {
    case 'status':
      return (
        <Select
          label={t('compliance.bulk.value')}
          error={errors.status?.message}
          options={policyStatuses.map((value) => ({ value, label: t(`compliance.status.${value}`) }))}
          {...form.register('status')}
        />
      )
    case 'scope':
      return (
        <Select
          label={t('compliance.bulk.value')}
          error={errors.scope?.message}
          options={[
            { value: 'in', label: t('compliance.inScope') },
            { value: 'out', label: t('compliance.outOfScope') },
          ]}
          {...form.register('scope')}
        />
      )
    case 'owner':
      return (
        <OwnerField
          label={t('compliance.bulk.value')}
          input={form.register('owner')}
          value={form.watch('owner')}
          error={errors.owner?.message}
        />
      )
    case 'reviewDate':
      return (
        <Field
          type="date"
          label={t('compliance.bulk.value')}
          error={errors.reviewDate?.message}
          {...form.register('reviewDate')}
        />
      )
  }
}

/** The value of a requirement now and afterwards. */
function Preview({ item, form }: { item: ListedPolicyItem; form: BulkForm }) {
  const { t } = useTranslation()
  const none = t('compliance.none')
  const scope = (isIn: boolean) => t(isIn ? 'compliance.inScope' : 'compliance.outOfScope')
  const day = (value: string | undefined) => (value ? formatDate(value) : none)
  const pairs = {
    status: [t(`compliance.status.${item.status}`), t(`compliance.status.${form.status}`)],
    scope: [scope(item.scope.inScope), scope(form.scope === 'in')],
    owner: [item.owner?.account ?? none, form.owner.trim() || none],
    reviewDate: [day(item.reviewDate), day(form.reviewDate)],
  }
  return <>{pairs[form.change].join(' → ')}</>
}
