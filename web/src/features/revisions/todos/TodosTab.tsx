import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import { todosQuery } from '@/api/revisions'
import type { RevisionDetail, RevisionTodo } from '@/api/types'
import { useChosenRows } from '@/lib/editing/useChosenRows'
import { formatNumber } from '@/lib/format'
import { NoMatch } from '@/lib/NoMatch'
import { PagedTable } from '@/lib/PagedTable'
import { useListState } from '@/lib/useListState'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { whyNotDecide, whyNotEdit } from '../whyNot'
import { AssignDialog } from './AssignDialog'
import { BatchDoneDialog, MarkAllDialog } from './doneDialogs'
import { TodoFilters, todoFilter, todoFilterNames } from './TodoFilters'
import { TodoRowActions } from './TodoRowActions'
import { useTodoColumns } from './useTodoColumns'
import '@/lib/editing/bulkBar.css'

// The list has one order: open ones first, then by path.
const listDefaults = { sortKeys: ['path'], sort: { key: 'path', order: 'asc' } } as const

const nameOf = ({ title, code }: RevisionTodo) => title || code

/** The modules of a confirmed revision that people look at. */
export function TodosTab({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  const list = useListState(listDefaults, useMe().user.preferences.pageSize)
  const todos = useQuery(todosQuery(revision.id, { ...list.pageRequest, ...todoFilter(list) }))
  const { choice, chosen, clear } = useChosenRows(todos.data?.items, ({ id }) => id, nameOf)
  const isFiltered = todoFilterNames.some((name) => list.filter(name) !== '')
  const columns = useTodoColumns(revision)
  if (revision.state !== 'confirmed' && revision.todos.open + revision.todos.done === 0) {
    return (
      <Card>
        <EmptyState icon="task" title={t('revisions.todos.notYet')} text={t('revisions.todos.notYetText')} />
      </Card>
    )
  }
  return (
    <Card flush>
      <TodoFilters list={list} />
      <TodoSummary revision={revision} />
      <ChosenTodos revision={revision} chosen={chosen} onClear={clear} />
      <PagedTable
        list={list}
        query={todos}
        failedTitle={t('revisions.todos.failed')}
        caption={t('revisions.todos.title')}
        columns={columns}
        rowKey={({ id }) => id}
        choice={whyNotEdit(revision, t) ? undefined : choice}
        rowActions={(todo) => <TodoRowActions revision={revision} todo={todo} />}
        actionsHeader={t('revisions.todos.actions')}
        empty={
          isFiltered ? (
            <NoMatch text="" onClear={() => list.clearFilters(todoFilterNames)} />
          ) : (
            <EmptyState
              icon="success"
              title={t('revisions.todos.none')}
              text={t('revisions.todos.noneText')}
            />
          )
        }
      />
    </Card>
  )
}

function TodoSummary({ revision }: { revision: RevisionDetail }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { open, done, mine } = revision.todos
  return (
    <div className="rv-summary">
      <span role="status">
        {t('revisions.todos.summary', {
          open: formatNumber(open),
          done: formatNumber(done),
          mine: formatNumber(mine),
        })}
      </span>
      {open > 0 && (
        <Button
          size="sm"
          icon="task"
          disabledReason={whyNotDecide(revision, t)}
          onClick={() => setAsked(true)}
        >
          {t('revisions.todos.markAll')}
        </Button>
      )}
      {isAsked && <MarkAllDialog revision={revision} onClose={() => setAsked(false)} />}
    </div>
  )
}

interface ChosenTodosProps {
  revision: RevisionDetail
  chosen: readonly RevisionTodo[]
  onClear: () => void
}

/** The actions for the chosen to-dos. */
function ChosenTodos({ revision, chosen, onClear }: ChosenTodosProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'done' | 'assign'>()
  const open = chosen.filter(({ state }) => state === 'open')
  const isEmpty = chosen.length === 0
  const close = () => setAsked(undefined)
  const finish = () => {
    close()
    onClear()
  }
  return (
    // A live region is announced only if it is there before its text.
    <div className={isEmpty ? undefined : 'af-bulk-bar'}>
      <span role="status">{!isEmpty && t('editing.chosen', { count: chosen.length })}</span>
      {!isEmpty && (
        <>
          <Button
            icon="success"
            disabledReason={open.length > 0 ? undefined : t('revisions.todos.allDone')}
            onClick={() => setAsked('done')}
          >
            {t('revisions.todos.markDone')}
          </Button>
          <Button icon="user" onClick={() => setAsked('assign')}>
            {t('revisions.todos.assign')}
          </Button>
          <IconButton icon="close" label={t('editing.clearChoice')} onClick={onClear} />
        </>
      )}
      {asked === 'done' && (
        <BatchDoneDialog revision={revision} todos={open} onStarted={onClear} onClose={close} />
      )}
      {asked === 'assign' && (
        <AssignDialog revision={revision} todos={chosen} onAssigned={finish} onClose={close} />
      )}
    </div>
  )
}
