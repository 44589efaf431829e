import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markTodo } from '@/api/revisions'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { RowActions } from '@/ui/RowActions'
import { showToast } from '@/ui/toasts'
import { RestoreModuleDialog } from '../decisions/RestoreDialog'
import { whyNotDecide, whyNotEdit } from '../whyNot'
import { AssignDialog } from './AssignDialog'

interface TodoRowActionsProps {
  revision: RevisionDetail
  todo: RevisionTodo
}

/** The actions for one to-do that need no page of their own. */
export function TodoRowActions({ revision, todo }: TodoRowActionsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'assign' | 'restore'>()
  const mark = useMutation({
    mutationFn: (done: boolean) => markTodo(revision.id, todo, { done }),
    onSuccess: ({ state }) =>
      showToast({
        tone: 'success',
        text: t(state === 'done' ? 'revisions.todos.markedDone' : 'revisions.todos.reopened'),
      }),
    onError: showProblem,
  })
  const name = todo.title || todo.code
  const mayEdit = whyNotEdit(revision, t)
  const isDone = todo.state === 'done'
  const close = () => setAsked(undefined)
  return (
    <>
      <RowActions
        label={t('revisions.todos.actionsOf', { name })}
        actions={[
          {
            icon: isDone ? 'retry' : 'success',
            label: t(isDone ? 'revisions.todos.reopenOne' : 'revisions.todos.markOne', { name }),
            disabledReason: mayEdit,
            onSelect: () => !mark.isPending && mark.mutate(!isDone),
          },
          {
            icon: 'user',
            label: t('revisions.todos.assignOne', { name }),
            disabledReason: mayEdit,
            onSelect: () => setAsked('assign'),
          },
          {
            icon: 'restore',
            label: t('revisions.restore.one', { name }),
            disabledReason: whyNotDecide(revision, t),
            onSelect: () => setAsked('restore'),
          },
        ]}
      />
      {asked === 'assign' && (
        <AssignDialog revision={revision} todos={[todo]} onAssigned={close} onClose={close} />
      )}
      {asked === 'restore' && <RestoreModuleDialog revision={revision} todo={todo} onClose={close} />}
    </>
  )
}
