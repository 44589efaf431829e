import { useTranslation } from 'react-i18next'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { JobDialog } from './JobDialog'

interface RestoreDialogProps {
  revision: RevisionDetail
  /** The one module to restore; all of them without it. */
  todo?: Pick<RevisionTodo, 'path' | 'title' | 'code'>
  onClose: () => void
}

/** Asks before modules go back to their text before the confirmation. */
export function RestoreDialog({ revision, todo, onClose }: RestoreDialogProps) {
  const { t } = useTranslation()
  const name = todo && (todo.title || todo.code)
  return (
    <JobDialog
      revision={revision}
      jobName="restoreAirline"
      danger
      title={
        name
          ? t('revisions.restore.titleOne', { name })
          : t('revisions.restore.title', { number: revision.number, manual: revision.manualName })
      }
      confirmText={t('revisions.restore.action')}
      parameters={todo ? { path: todo.path } : {}}
      onClose={onClose}
    >
      <p>{t(todo ? 'revisions.restore.textOne' : 'revisions.restore.text')}</p>
    </JobDialog>
  )
}
