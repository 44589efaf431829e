import { useTranslation } from 'react-i18next'
import type { RevisionTodo } from '@/api/types'
import { formatDate } from '@/lib/format'
import { DescriptionList } from '@/ui/DescriptionList'

/** Owner, due date and note of a to-do, as far as it has them. */
export function TodoFacts({ todo: { owner, dueOn, note } }: { todo: RevisionTodo }) {
  const { t } = useTranslation()
  const facts = [
    { term: t('revisions.todos.owner'), value: owner && (owner.name || owner.account) },
    { term: t('revisions.todos.due'), value: dueOn && formatDate(dueOn) },
    { term: t('revisions.lastNote'), value: note },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <div className="mb-3">
      <DescriptionList items={facts} />
    </div>
  )
}
