import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { overrideItem } from '@/api/melGuard'
import { hasCode } from '@/api/problem'
import type { File, GuardedItem } from '@/api/types'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'
import { ExcessList } from './ExcessList'

interface OverrideDialogProps {
  file: File
  /** As the approver read it when the dialog was opened. */
  item: GuardedItem
  onClose: () => void
}

/** Asks an approver why an item may be released although it allows more than the MMEL, or cannot be compared with it. */
export function OverrideDialog({ file, item, onClose }: OverrideDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { reason: '' } })
  const save = async ({ reason }: { reason: string }) => {
    const masterVersions = item.masters.map(({ version }) => version)
    await overrideItem(file.path, { version: item.version, masterVersions, reason })
    showToast({ tone: 'success', text: t('library.mel.done', { name: file.title }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('library.mel.dialog')}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('library.mel.override')}
          </Button>
        </>
      }
    >
      <FormProblem action={hasCode(problem, 'file.newer_version') && t('library.mel.changed')}>
        {problem?.message}
      </FormProblem>
      <p>{t('library.mel.text', { name: file.title })}</p>
      <ExcessList excesses={item.excesses} />
      <Field
        label={t('library.mel.reason')}
        required
        error={form.formState.errors.reason?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('reason')}
      />
    </Dialog>
  )
}
