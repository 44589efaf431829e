import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { restoreVersion } from '@/api/editing'
import type { FileVersion } from '@/api/types'
import { versionText } from '@/lib/library/issue'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

interface RestoreForm {
  comment: string
}

/** Makes a new version with the content of an earlier one. */
export function RestoreDialog({ version, onClose }: { version: FileVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm<RestoreForm>({ defaultValues: { comment: '' } })
  const save = async ({ comment }: RestoreForm) => {
    const made = await restoreVersion(version.path, version.versionId, comment.trim())
    showToast({ tone: 'success', text: t('library.restore.done', { version: versionText(made) }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('library.restore.title', { version: versionText(version) })}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={t('library.restore.busy')}>
            {t('library.restore.action')}
          </Button>
        </>
      }
    >
      <FormProblem>{problem?.message}</FormProblem>
      <p>{t('library.restore.text')}</p>
      <Field
        label={t('editor.checkIn.comment')}
        error={form.formState.errors.comment?.message}
        autoComplete="off"
        maxLength={1000}
        {...form.register('comment')}
      />
    </Dialog>
  )
}
