import { useTranslation } from 'react-i18next'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { href, paths } from '@/lib/paths'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import type { Column } from '@/ui/Table'
import { isMergedReason } from '../mergedReason'
import { ReasonChip } from './ReasonChip'

export function useTodoColumns({ id: revision }: RevisionDetail): Column<RevisionTodo>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'module',
      header: t('revisions.module'),
      cell: ({ id, title, code, note }) => (
        <>
          <a href={href(paths.todo(revision, id))}>{title || code}</a>
          <span className="d-block af-hint mt-0">
            <Code>{code}</Code>
          </span>
          {note && <span className="d-block af-hint mt-0 rv-reason">{note}</span>}
        </>
      ),
    },
    {
      key: 'reason',
      header: t('revisions.todos.reason'),
      hideBelow: 'md',
      cell: (todo) => (
        <>
          <ReasonChip reason={todo.reason} />
          {todo.conflicts > 0 && (
            <span className="d-block af-hint mt-0">
              {t('revisions.forecast.conflictsChip', {
                count: todo.conflicts,
                figure: formatNumber(todo.conflicts),
              })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: t('revisions.todos.state'),
      cell: (todo) => <TodoStateCell todo={todo} />,
    },
    {
      key: 'owner',
      header: t('revisions.todos.owner'),
      hideBelow: 'md',
      cell: ({ owner }) =>
        owner ? (
          <span title={owner.account}>{owner.name || owner.account}</span>
        ) : (
          t('revisions.todos.nobody')
        ),
    },
    {
      key: 'dueOn',
      header: t('revisions.todos.due'),
      hideBelow: 'lg',
      cell: ({ dueOn, isOverdue }) =>
        dueOn === undefined ? (
          '–'
        ) : (
          <>
            {formatDate(dueOn)}{' '}
            {isOverdue && (
              <Chip tone="danger" icon="danger">
                {t('revisions.todos.overdue')}
              </Chip>
            )}
          </>
        ),
    },
  ]
}

/** Nothing was changed in a working version that has the merged text. */
const isMergedKept = ({ reason, resolution }: RevisionTodo) => resolution === 'ours' && isMergedReason(reason)

function TodoStateCell({ todo }: { todo: RevisionTodo }) {
  const { t } = useTranslation()
  const { state, resolution, decidedBy, decidedOn } = todo
  return (
    <>
      <Chip tone={state === 'done' ? 'success' : 'neutral'} icon={state === 'done' ? 'success' : 'waiting'}>
        {t(`revisions.todos.stateOf.${state}`)}
      </Chip>
      {resolution && (
        <span className="d-block af-hint mt-0">
          {t(`revisions.todos.resolutionOf.${isMergedKept(todo) ? 'merged' : resolution}`)}
        </span>
      )}
      {decidedBy && decidedOn && (
        <span className="d-block af-hint mt-0">
          {t('revisions.todos.decided', { account: decidedBy, on: formatDateTime(decidedOn) })}
        </span>
      )}
    </>
  )
}
