import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { usualLane } from '../lanes'
import { useRead } from '../useRead'
import { momentOf, useReading } from '../useReading'

/** Chooses the moment at which a manual is read. */
export function AsOfDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { lane = usualLane } = useReading()
  const read = useRead()
  const form = useForm({ defaultValues: { moment: '' } })
  const show = async ({ moment }: { moment: string }) => {
    read({ lane: lane === usualLane ? undefined : lane, asOf: momentOf(moment) })
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
        hint={t('library.reading.momentHint')}
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
