import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { type TypeRow, type TypeTable, useSaveType } from './queries'

const empty: TypeRow = { code: '', name: { en: '', zh: '' }, flag: false, builtin: false, version: 0 }

interface TypeDialogProps {
  table: TypeTable
  /** The type to change; without it a new one is made. */
  row?: TypeRow
  onClose: () => void
}

export function TypeDialog({ table, row, onClose }: TypeDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: row ?? empty })
  const saveType = useSaveType(table, row === undefined)
  const { submit, busy, problem } = useFormSave(form, async (values) => {
    await saveType.mutateAsync(values)
    showToast({ tone: 'success', text: t('admin.types.saved', { code: values.code }) })
    onClose()
  })
  const { errors } = form.formState
  const required = t('admin.types.required')
  return (
    <Dialog
      title={row ? t('admin.types.editOne', { code: row.code }) : t(`admin.types.${table.id}.add`)}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('admin.types.saving')}>
            {t('admin.types.save')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('admin.types.code')}
        hint={t('admin.types.codeHint')}
        error={errors.code?.message}
        readOnly={row !== undefined}
        autoComplete="off"
        required
        {...form.register('code', { required })}
      />
      <Field
        label={t('admin.types.en')}
        error={errors.name?.en?.message}
        autoComplete="off"
        required
        {...form.register('name.en', { required })}
      />
      <Field
        label={t('admin.types.zh')}
        error={errors.name?.zh?.message}
        autoComplete="off"
        required
        {...form.register('name.zh', { required })}
      />
      <Checkbox
        label={t(`admin.types.${table.id}.flag`)}
        hint={t(`admin.types.${table.id}.flagHint`)}
        disabled={row?.builtin}
        {...form.register('flag')}
      />
    </Dialog>
  )
}
