import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { cancelCheckOut } from '@/api/editing'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'

interface CancelCheckOutDialogProps {
  path: string
  title: string
  /** Somebody else's account, when the lock is theirs. */
  holder?: string
  onDone?: () => void
  onClose: () => void
}

/** Releases a file without a new version. */
export function CancelCheckOutDialog({ path, title, holder, onDone, onClose }: CancelCheckOutDialogProps) {
  const { t } = useTranslation()
  const cancel = useMutation({ mutationFn: () => cancelCheckOut(path) })
  const kind = holder === undefined ? 'own' : 'other'
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('editor.cancel.done', { name: title }) })
        onClose()
        onDone?.()
      },
    })
  return (
    <ConfirmDialog
      title={t(`editor.cancel.${kind}.title`)}
      confirmText={t(`editor.cancel.${kind}.confirm`)}
      busyText={t('editor.cancel.busy')}
      danger
      busy={cancel.isPending}
      problem={cancel.error?.message}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t(`editor.cancel.${kind}.text`, { name: title, holder })}
    </ConfirmDialog>
  )
}
