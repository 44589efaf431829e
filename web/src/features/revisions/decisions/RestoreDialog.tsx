import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openTodoQuery } from '@/api/revisions'
import type { ForecastModule, RevisionDetail, RevisionTodo } from '@/api/types'
import { keyOf } from '@/lib/library/objects'
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

/** Asks before the module of a to-do goes back to its text before the confirmation. */
export function RestoreModuleDialog({ revision, todo, onClose }: RestoreModuleDialogProps) {
  const { t } = useTranslation()
  // Later edits leave the working version only if they were shown here.
  const open = useQuery({ ...openTodoQuery(revision.id, todo.id), staleTime: 0 })
  return (
    <RestoreOneDialog
      revision={revision}
      module={{ path: todo.path, name: todo.title || todo.code, workingVersion: open.data?.workingVersion }}
      closed={open.data ? undefined : t('revisions.loading')}
      onClose={onClose}
    >
      <QueryFrame query={open} failedTitle={t('revisions.merge.failed')}>
        {({ isEdited }) => isEdited && <Notice tone="warning" title={t('revisions.restore.editedOne')} />}
      </QueryFrame>
    </RestoreOneDialog>
  )
}

interface RestoreForecastDialogProps extends RestoreDialogProps {
  module: ForecastModule
}

/** Asks before a module that a confirmation changed without a to-do goes back to its text before it. */
export function RestoreForecastDialog({ revision, module, onClose }: RestoreForecastDialogProps) {
  const { t } = useTranslation()
  const { path, title, ourVersion } = module
  return (
    <RestoreOneDialog
      revision={revision}
      module={{ path, name: title || keyOf(path), workingVersion: ourVersion }}
      onClose={onClose}
    >
      {isChangedSince(module) && <Notice tone="warning" title={t('revisions.restore.laterOne')} />}
    </RestoreOneDialog>
  )
}

/** The working version is not the one of the revision: merged by the confirmation, or edited. */
const isChangedSince = ({ ourVersion, newVersion }: ForecastModule) => ourVersion !== newVersion

interface RestoreOneDialogProps extends RestoreDialogProps {
  module: { path: string; name: string; workingVersion: string | undefined }
  closed?: string
  children: ReactNode
}

function RestoreOneDialog({ revision, module, closed, onClose, children }: RestoreOneDialogProps) {
  const { t } = useTranslation()
  const { path, name, workingVersion } = module
  return (
    <JobDialog
      revision={revision}
      jobName="restoreAirline"
      danger
      title={t('revisions.restore.titleOne', { name })}
      confirmText={t('revisions.restore.actionOne')}
      closed={closed}
      parameters={{ path, ...(workingVersion === undefined ? {} : { workingVersion }) }}
      onClose={onClose}
    >
      <p>{t('revisions.restore.textOne')}</p>
      {children}
    </JobDialog>
  )
}
