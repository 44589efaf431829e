import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createCategory, readCategory, updateCategory } from '@/api/compliance'
import type { PolicyNode } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { useReload } from '@/lib/useReload'
import { Field } from '@/ui/Field'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'
import { savedValues } from './savedValues'

interface CategoryForm {
  policyCategoryCode: string
  name: string
}

const formOf = (category: PolicyNode | undefined): CategoryForm => ({
  policyCategoryCode: category?.policyCategoryCode ?? '',
  name: category?.name ?? '',
})

const read = async (category: PolicyNode | undefined) => category && readCategory(category)

const titleKeys = {
  create: { top: 'compliance.categoryForm.create', sub: 'compliance.categoryForm.createSub' },
  update: { top: 'compliance.categoryForm.update', sub: 'compliance.categoryForm.updateSub' },
} as const

interface CategoryDialogProps {
  /** The collection or category that it is in. */
  parentPath: string
  /** It is in another category. */
  isSub: boolean
  /** The category to change; a new one is created when it is left out. */
  category?: PolicyNode
  onClose: () => void
}

/** Creates or changes a category of requirements. */
export function CategoryDialog({ parentPath, isSub, category, onClose }: CategoryDialogProps) {
  const { t } = useTranslation()
  const form = useForm<CategoryForm>({ defaultValues: formOf(category) })
  const { stored, reload, isReloaded } = useReload(form, category, { read, formOf })
  const { errors } = form.formState
  const save = async ({ policyCategoryCode, name }: CategoryForm) => {
    if (stored) await updateCategory(stored, policyCategoryCode, name)
    else await createCategory(parentPath, policyCategoryCode, name)
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const saving = useFormSave(form, save)
  const values = form.watch()
  const labels = {
    name: { label: t('compliance.categoryForm.name') },
    policyCategoryCode: { label: t('compliance.categoryForm.code') },
  }
  return (
    <ComplianceFormDialog
      title={t(titleKeys[category ? 'update' : 'create'][isSub ? 'sub' : 'top'])}
      isNew={category === undefined}
      closed={values.name.trim() === '' ? t('compliance.categoryForm.nameEmpty') : undefined}
      dirty={form.formState.isDirty}
      saving={saving}
      reload={reload}
      saved={isReloaded ? savedValues(values, formOf(stored), labels) : undefined}
      onClose={onClose}
    >
      <Field
        label={labels.name.label}
        error={errors.name?.message}
        autoComplete="off"
        maxLength={500}
        required
        {...form.register('name')}
      />
      <Field
        label={labels.policyCategoryCode.label}
        hint={t('compliance.categoryForm.codeHint')}
        error={errors.policyCategoryCode?.message}
        autoComplete="off"
        maxLength={200}
        {...form.register('policyCategoryCode')}
      />
    </ComplianceFormDialog>
  )
}
