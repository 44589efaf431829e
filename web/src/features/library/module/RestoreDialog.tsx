import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { requestCalls } from '@/api/changeRequests'
import { restoreVersion } from '@/api/editing'
import { ApiProblem } from '@/api/problem'
import type { FileVersion } from '@/api/types'
import { RequestSelect, useProposedRequest } from '@/lib/changeRequests/RequestSelect'
import { versionText } from '@/lib/library/issue'
import { useFormSave } from '@/lib/useFormSave'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Field } from '@/ui/Field'
import { FormProblem } from '@/ui/FormProblem'
import { showToast } from '@/ui/toasts'

interface RestoreForm {
  comment: string
  /** Undefined until somebody chooses; empty for none. */
  changeRequestId: string | undefined
  shareModule: boolean
}

/** Makes a new version with the content of an earlier one. */
export function RestoreDialog({ version, onClose }: { version: FileVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const proposal = useProposedRequest(requestCalls, version.path)
  const form = useForm<RestoreForm>({
    defaultValues: { comment: '', changeRequestId: undefined, shareModule: false },
  })
  const chosen = form.watch('changeRequestId') ?? proposal.request?.id
  const save = async ({ comment, shareModule }: RestoreForm) => {
    const made = await restoreVersion(version.path, version.versionId, {
      comment: comment.trim(),
      changeRequestId: chosen || undefined,
      shareModule: shareModule || undefined,
    })
    showToast({ tone: 'success', text: t('library.restore.done', { version: versionText(made) }) })
    onClose()
  }
  const { submit, busy, problem } = useFormSave(form, save)
  return (
    <Dialog
      title={t('library.restore.title', { version: versionText(version) })}
      busy={busy}
      staticBackdrop={form.formState.isDirty}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyText={t('library.restore.busy')}
            disabledReason={
              chosen === undefined && proposal.state !== 'known'
                ? t(`changeRequests.checkIn.${proposal.state === 'loading' ? 'loading' : 'choose'}`)
                : undefined
            }
          >
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
      <RequestSelect
        calls={requestCalls}
        manualPath={version.path.split('/').slice(0, 3).join('/')}
        value={chosen ?? (proposal.state === 'known' ? '' : undefined)}
        onChange={(id) => form.setValue('changeRequestId', id)}
        proposed={proposal.request}
        isTaken={problem instanceof ApiProblem && problem.code === 'change_request.module_taken'}
        shares={form.watch('shareModule')}
        onShare={(shares) => form.setValue('shareModule', shares)}
      />
    </Dialog>
  )
}
