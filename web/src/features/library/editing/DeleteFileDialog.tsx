import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteFile } from '@/api/editing'
import { ApiProblem, hasCode } from '@/api/problem'
import { useMe } from '@/api/queries'
import { can } from '@/lib/can'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { showToast } from '@/ui/toasts'
import { UseList } from '../media/UseList'

interface DeleteFileDialogProps {
  path: string
  title: string
  /** The user has it checked out. */
  isHeld: boolean
  onClose: () => void
}

/** Asks first, and again with the files that refer to this one. */
export function DeleteFileDialog({ path, title, isHeld, onClose }: DeleteFileDialogProps) {
  const { t } = useTranslation()
  const mayInsist = can.approve(useMe(), path)
  const remove = useMutation({
    mutationFn: (force: boolean) => deleteFile(path, force),
    onSuccess: () => {
      showToast({ tone: 'success', text: t('editing.delete.done', { name: title }) })
      onClose()
    },
  })
  const inUse = hasCode(remove.error, 'file.in_use')
  const uses = remove.error instanceof ApiProblem ? remove.error.uses : []
  const insists = inUse && mayInsist
  return (
    <ConfirmDialog
      title={t('editing.delete.title')}
      danger
      confirmText={t(insists ? 'media.delete.force' : 'library.delete.action')}
      busyText={t('library.delete.busy')}
      busy={remove.isPending}
      problem={remove.error?.message}
      closed={inUse && !mayInsist ? t('editing.delete.approverOnly') : undefined}
      onConfirm={() => remove.mutate(insists)}
      onClose={onClose}
    >
      <p>{t('editing.delete.text', { name: title })}</p>
      {isHeld && <p>{t('editing.delete.draftText')}</p>}
      {uses.length > 0 && <UseList uses={uses} />}
      {insists && <p className="mb-0">{t('editing.delete.forceText')}</p>}
    </ConfirmDialog>
  )
}
