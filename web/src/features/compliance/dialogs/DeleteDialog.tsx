import { useMutation } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'

interface DeleteDialogProps {
  kind: 'collection' | 'category' | 'item' | 'reference'
  name: string
  /** Deletes it, and leaves the page where it was the page's own. */
  remove: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something of a collection is deleted for good. */
export function DeleteDialog({ kind, name, remove, onClose }: DeleteDialogProps) {
  const { t } = useTranslation()
  const finish = () => {
    showToast({ tone: 'success', text: t('compliance.done') })
    onClose()
  }
  // Here and not at the call: the page that the dialog belongs to may be left by then.
  const removal = useMutation({ mutationFn: remove, onSuccess: finish })
  return (
    <ConfirmDialog
      title={t(`compliance.delete.${kind}`)}
      confirmText={t('compliance.delete.action')}
      busyText={t('compliance.delete.busy')}
      danger
      busy={removal.isPending}
      problem={removal.error?.message}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>
        <Trans i18nKey="compliance.delete.question" values={{ name }}>
          <strong />
        </Trans>
      </p>
      <p className="mb-0">{t(`compliance.delete.${kind}Final`)}</p>
    </ConfirmDialog>
  )
}
