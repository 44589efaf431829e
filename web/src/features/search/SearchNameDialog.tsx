import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'

/** As the server takes them. */
const longestName = 100

interface SearchNameDialogProps {
  title: string
  hint?: string
  confirmText: string
  usualName: string
  isShared?: boolean
  onSave: (name: string, shared: boolean) => Promise<unknown>
  onClose: () => void
}

/** Asks under which name a search is saved, and whether others see it. */
export function SearchNameDialog({
  title,
  hint,
  confirmText,
  usualName,
  isShared = false,
  onSave,
  onClose,
}: SearchNameDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { name: usualName.slice(0, longestName), shared: isShared } })
  const { submit, busy, problem } = useFormSave(
    form,
    async ({ name, shared }) => {
      await onSave(name.trim(), shared)
      onClose()
    },
    { 'search.name_taken': 'name' },
  )
  return (
    <Dialog
      title={title}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('search.save.busy')}>
            {confirmText}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <Field
        label={t('search.save.name')}
        hint={hint}
        error={form.formState.errors.name?.message}
        autoComplete="off"
        maxLength={longestName}
        required
        {...form.register('name', {
          validate: (name) => name.trim() !== '' || t('search.save.empty'),
        })}
      />
      <Checkbox label={t('search.save.shared')} {...form.register('shared')} />
    </Dialog>
  )
}
