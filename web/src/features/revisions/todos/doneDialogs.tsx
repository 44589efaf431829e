import { useTranslation } from 'react-i18next'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { JobDialog } from '../decisions/JobDialog'

interface BatchDoneDialogProps {
  revision: RevisionDetail
  todos: readonly RevisionTodo[]
  onStarted: () => void
  onClose: () => void
}

/** Marks the chosen to-dos as done, with one note. */
export function BatchDoneDialog({ revision, todos, onStarted, onClose }: BatchDoneDialogProps) {
  const { t } = useTranslation()
  return (
    <JobDialog
      revision={revision}
      jobName="batchMarkDone"
      title={t('revisions.todos.batchTitle', { count: todos.length })}
      confirmText={t('revisions.todos.markDone')}
      parameters={{ todos: todos.map(({ id }) => id) }}
      onStarted={onStarted}
      onClose={onClose}
    >
      <p>{t('revisions.todos.doneText')}</p>
      <ul>
        {todos.map(({ id, title, code }) => (
          <li key={id}>{title || code}</li>
        ))}
      </ul>
    </JobDialog>
  )
}

/** Marks all open to-dos of a revision as done. */
export function MarkAllDialog({ revision, onClose }: { revision: RevisionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <JobDialog
      revision={revision}
      jobName="markAllOemChangeFileDone"
      title={t('revisions.todos.markAllTitle', { count: revision.todos.open })}
      confirmText={t('revisions.todos.markAll')}
      onClose={onClose}
    >
      <p>{t('revisions.todos.doneText')}</p>
    </JobDialog>
  )
}
