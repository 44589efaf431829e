import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { createCategory, updateCategory } from '@/api/compliance'
import type { PolicyNode } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Field } from '@/ui/Field'
import { showToast } from '@/ui/toasts'
import { ComplianceFormDialog } from './ComplianceFormDialog'

interface CategoryForm {
  policyCategoryCode: string
  name: string
}

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
  const form = useForm<CategoryForm>({
    defaultValues: { policyCategoryCode: category?.policyCategoryCode ?? '', name: category?.name ?? '' },
  })
  const { errors } = form.formState
  const save = async ({ policyCategoryCode, name }: CategoryForm) => {
    if (category) await updateCategory(category, policyCategoryCode, name)
    else await createCategory(parentPath, policyCategoryCode, name)
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <ComplianceFormDialog
      title={t(titleKeys[category ? 'update' : 'create'][isSub ? 'sub' : 'top'])}
      isNew={category === undefined}
      closed={form.watch('name').trim() === '' ? t('compliance.categoryForm.nameEmpty') : undefined}
      busy={busy}
      dirty={form.formState.isDirty}
      problem={problem?.message}
      submit={submit}
      onClose={onClose}
    >
      <Field
        label={t('compliance.categoryForm.name')}
        error={errors.name?.message}
        autoComplete="off"
        maxLength={200}
        required
        {...form.register('name')}
      />
      <Field
        label={t('compliance.categoryForm.code')}
        hint={t('compliance.categoryForm.codeHint')}
        error={errors.policyCategoryCode?.message}
        autoComplete="off"
        maxLength={100}
        {...form.register('policyCategoryCode')}
      />
    </ComplianceFormDialog>
  )
}
