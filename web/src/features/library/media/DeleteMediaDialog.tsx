import { useMutation } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { refreshLibrary } from '@/api/library'
import { deleteMedia } from '@/api/media'
import { ApiProblem, hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import type { Media } from '@/api/types'
import { can } from '@/lib/can'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { UseList } from './UseList'

interface DeleteMediaDialogProps {
  media: Media
  onClose: () => void
  onDeleted: () => void
}

/** Asks first; what uses the file keeps it, unless an administrator insists. */
export function DeleteMediaDialog({ media, onClose, onDeleted }: DeleteMediaDialogProps) {
  const { t } = useTranslation()
  const mayInsist = can.deleteDatabase(useMe(), media.path)
  const remove = useMutation({
    mutationFn: (force: boolean) => deleteMedia(media.path, force),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('media.delete.done', { name: media.name }) })
      // Views of the file must be closed before all queries refresh.
      flushSync(onDeleted)
      refreshLibrary()
    },
  })
  const inUse = hasCode(remove.error, 'media.in_use')
  const uses = remove.error instanceof ApiProblem ? remove.error.uses : []
  // Asking again cannot help who may not insist.
  const insists = inUse && mayInsist
  return (
    <ConfirmDialog
      title={t('media.delete.title')}
      danger
      confirmText={t(insists ? 'media.delete.force' : 'library.delete.action')}
      busyText={t('library.delete.busy')}
      busy={remove.isPending}
      problem={remove.error?.message}
      closed={inUse && !mayInsist ? t('media.delete.adminOnly') : undefined}
      onConfirm={() => remove.mutate(insists)}
      onClose={onClose}
    >
      <p>{t('media.delete.text', { name: media.name })}</p>
      {uses.length > 0 && <UseList uses={uses} />}
      {insists && <p className="mb-0">{t('media.delete.forceText')}</p>}
    </ConfirmDialog>
  )
}
