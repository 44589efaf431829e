import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openTodoQuery } from '@/api/revisions'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { QueryFrame } from '@/lib/QueryFrame'
import { Notice } from '@/ui/Notice'
import { JobDialog } from './JobDialog'

interface RestoreDialogProps {
  revision: RevisionDetail
  onClose: () => void
}

/** Asks before a confirmation is undone. */
export function RestoreDialog({ revision, onClose }: RestoreDialogProps) {
  const { t } = useTranslation()
  return (
    <JobDialog
      revision={revision}
      jobName="restoreAirline"
      danger
      title={t('revisions.restore.title', { number: revision.number, manual: revision.manualName })}
      confirmText={t('revisions.restore.action')}
      onClose={onClose}
    >
      <p>{t('revisions.restore.text')}</p>
    </JobDialog>
  )
}

interface RestoreModuleDialogProps extends RestoreDialogProps {
  todo: Pick<RevisionTodo, 'id' | 'path' | 'title' | 'code'>
}

/** Asks before one module goes back to its text before the confirmation. */
export function RestoreModuleDialog({ revision, todo, onClose }: RestoreModuleDialogProps) {
  const { t } = useTranslation()
  // Later edits leave the working version only if they were shown here.
  const open = useQuery({ ...openTodoQuery(revision.id, todo.id), staleTime: 0 })
  const shown = open.data?.workingVersion
  return (
    <JobDialog
      revision={revision}
      jobName="restoreAirline"
      danger
      title={t('revisions.restore.titleOne', { name: todo.title || todo.code })}
      confirmText={t('revisions.restore.actionOne')}
      closed={open.data ? undefined : t('revisions.loading')}
      parameters={{ path: todo.path, ...(shown === undefined ? {} : { workingVersion: shown }) }}
      onClose={onClose}
    >
      <p>{t('revisions.restore.textOne')}</p>
      <QueryFrame query={open} failedTitle={t('revisions.merge.failed')}>
        {({ isEdited }) => isEdited && <Notice tone="warning" title={t('revisions.restore.editedOne')} />}
      </QueryFrame>
    </JobDialog>
  )
}
