import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { markTodo, readOpenTodo } from '@/api/revisions'
import type { OpenTodo, RevisionDetail, RevisionTodo } from '@/api/types'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { whyNotEdit } from '../whyNot'

interface ReopenButtonProps {
  revision: RevisionDetail
  todo: RevisionTodo
  onFresh: (fresh: OpenTodo) => void
}

export function ReopenButton({ revision, todo, onFresh }: ReopenButtonProps) {
  const { t } = useTranslation()
  const reopen = useMutation({
    mutationFn: async () => {
      await markTodo(revision.id, todo, { done: false })
      return readOpenTodo(revision.id, todo.id)
    },
    onSuccess: onFresh,
    onError: showProblem,
  })
  return (
    <Button
      size="sm"
      icon="retry"
      busy={reopen.isPending}
      disabledReason={whyNotEdit(revision, t)}
      onClick={() => reopen.mutate()}
    >
      {t('revisions.todos.reopen')}
    </Button>
  )
}
