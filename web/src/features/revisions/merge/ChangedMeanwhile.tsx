import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { todosQuery } from '@/api/revisions'
import type { RevisionTodo } from '@/api/types'
import { Notice } from '@/ui/Notice'

/** Tells before anything is saved that another person changed the to-do since it was opened. */
export function ChangedMeanwhile({ revision, todo }: { revision: string; todo: RevisionTodo }) {
  const { t } = useTranslation()
  // The list is asked for again and again, the merge is not: choices are about the text that was read.
  const list = useQuery(
    todosQuery(revision, { keywordFilter: todo.code, pageNumber: 1, pageSize: mostLanguages }),
  )
  const now = list.data?.items.find(({ id }) => id === todo.id)
  if (!now || now.version <= todo.version) return null
  const title =
    now.decidedBy && now.decidedOn !== todo.decidedOn
      ? t('revisions.merge.decidedMeanwhile', { account: now.decidedBy })
      : t('revisions.merge.changedMeanwhile')
  return (
    <Notice tone="warning" title={title}>
      {t('revisions.merge.meanwhileText')}
    </Notice>
  )
}

/** To-dos with the same code. */
const mostLanguages = 20
