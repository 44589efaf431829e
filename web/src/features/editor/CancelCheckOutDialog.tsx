import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelCheckOut, setDraftAside } from '@/api/editing'
import { Checkbox } from '@/ui/Checkbox'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'

interface CancelCheckOutDialogProps {
  path: string
  title: string
  /** Somebody else's account, when the lock is theirs. */
  holder?: string
  /** The server does not have the last words: only what it has could be set aside. */
  isUnsaved?: boolean
  onDone?: () => void
  onClose: () => void
}

/** Releases a file without a new version. */
export function CancelCheckOutDialog({
  path,
  title,
  holder,
  isUnsaved = false,
  onDone,
  onClose,
}: CancelCheckOutDialogProps) {
  const { t } = useTranslation()
  const [isKept, setKept] = useState(false)
  const cancel = useMutation({ mutationFn: () => (isKept ? setDraftAside(path) : cancelCheckOut(path)) })
  const kind = holder === undefined ? 'own' : 'other'
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        showToast({
          tone: 'success',
          text: t(isKept ? 'editor.cancel.keptDone' : 'editor.cancel.done', { name: title }),
        })
        onClose()
        onDone?.()
      },
    })
  return (
    <ConfirmDialog
      title={t(`editor.cancel.${kind}.title`)}
      confirmText={isKept ? t('editor.cancel.keptConfirm') : t(`editor.cancel.${kind}.confirm`)}
      busyText={t('editor.cancel.busy')}
      danger={!isKept}
      busy={cancel.isPending}
      problem={cancel.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t(`editor.cancel.${kind}.text`, { name: title, holder })}</p>
      {holder === undefined && (
        <Checkbox
          label={t('editor.cancel.kept')}
          hint={t(isUnsaved ? 'editor.cancel.unsaved' : 'editor.cancel.keptHint')}
          disabled={isUnsaved}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
