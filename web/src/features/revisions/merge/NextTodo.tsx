import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { todosQuery } from '@/api/revisions'
import { href, paths } from '@/lib/paths'
import { LinkButton } from '@/ui/LinkButton'

/** The next open to-do of a revision, where there is one. */
export function NextTodo({ revision, todo }: { revision: string; todo: string }) {
  const { t } = useTranslation()
  const open = useQuery(todosQuery(revision, { state: 'open', pageNumber: 1, pageSize: 2 }))
  const next = open.data?.items.find(({ id }) => id !== todo)
  if (!next) return null
  return (
    <LinkButton variant="primary" size="sm" icon="chevronRight" href={href(paths.todo(revision, next.id))}>
      {t('revisions.merge.nextTodo', { name: next.title || next.code })}
    </LinkButton>
  )
}
