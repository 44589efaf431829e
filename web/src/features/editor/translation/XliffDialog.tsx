import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { uploadXliff } from '@/api/translations'
import { tabId } from '@/lib/editing/tab'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { DropZone } from '@/ui/DropZone'
import { FormProblem } from '@/ui/FormProblem'
import { Notice } from '@/ui/Notice'
import { showToast } from '@/ui/toasts'

interface XliffDialogProps {
  path: string
  onDone: () => void
  onClose: () => void
}

/** Takes a translation from an XLIFF file; lines that do not fit are listed and left as they are. */
export function XliffDialog({ path, onDone, onClose }: XliffDialogProps) {
  const { t } = useTranslation()
  // By any file so far. The draft is another one then, and has to be loaded.
  const [hasChanged, setChanged] = useState(false)
  const upload = useMutation({
    mutationFn: (file: Blob) => uploadXliff(path, tabId(), file),
    onSuccess: ({ fits, changed }) => {
      if (changed > 0) setChanged(true)
      if (!fits) return
      showToast({ tone: 'success', text: t('translation.xliff.done', { count: changed }) })
      onDone()
    },
  })
  const { problems = [], changed = 0, allProblems = 0 } = upload.data ?? {}
  const unlisted = allProblems - problems.length
  const close = hasChanged ? onDone : onClose
  return (
    <Dialog
      title={t('translation.xliff.upload')}
      busy={upload.isPending}
      onClose={close}
      footer={
        <Button onClick={close} disabled={upload.isPending}>
          {hasChanged ? t('ui.close') : t('ui.cancel')}
        </Button>
      }
    >
      <FormProblem>{upload.error?.message}</FormProblem>
      {problems.length > 0 && (
        <Notice
          tone={changed > 0 ? 'warning' : 'danger'}
          title={
            changed > 0 ? t('translation.xliff.partly', { count: changed }) : t('translation.xliff.misfit')
          }
        >
          <ul className="tr-problems">
            {problems.map(({ code, unit, line, message }) => (
              <li key={`${code} ${unit} ${line} ${message}`}>
                {line === undefined ? message : t('translation.xliff.atLine', { line, message })}
              </li>
            ))}
          </ul>
          {unlisted > 0 && <p>{t('translation.xliff.more', { count: unlisted })}</p>}
        </Notice>
      )}
      <DropZone
        label={t('translation.xliff.drop')}
        hint={t('translation.xliff.hint')}
        buttonText={t('translation.xliff.choose')}
        accept=".xlf,.xliff"
        disabledReason={upload.isPending ? t('translation.xliff.busy') : undefined}
        onFile={(file) => upload.mutate(file)}
      />
    </Dialog>
  )
}
