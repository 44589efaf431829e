import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { momentOf } from './moments'

interface MomentDialogProps {
  hint: string
  onChoose: (asOf: string | undefined) => void
  onClose: () => void
}

/** Chooses a moment in the past. */
export function MomentDialog({ hint, onChoose, onClose }: MomentDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { moment: '' } })
  const show = async ({ moment }: { moment: string }) => {
    onChoose(momentOf(moment))
    onClose()
  }
  const { submit } = useFormSave(form, show)
  return (
    <Dialog
      title={t('library.reading.momentTitle')}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('library.reading.show')}
          </Button>
        </>
      }
    >
      <Field
        type="datetime-local"
        label={t('library.reading.momentLabel')}
        hint={hint}
        error={form.formState.errors.moment?.message}
        required
        {...form.register('moment', {
          required: true,
          validate: (moment) => new Date(moment) <= new Date() || t('library.reading.future'),
        })}
      />
    </Dialog>
  )
}
