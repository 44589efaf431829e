import { useTranslation } from 'react-i18next'
import { useMe } from '@/api/queries'
import type { OpenTodo, RevisionDetail } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { keyOf, objectHref } from '@/lib/library/objects'
import { href, paths } from '@/lib/paths'
import { Button } from '@/ui/Button'
import { LinkButton } from '@/ui/LinkButton'
import { Notice } from '@/ui/Notice'
import { PageHead } from '@/ui/PageHead'
import { ReasonChip } from '../todos/ReasonChip'
import { whyNotEdit } from '../whyNot'
import { ChangedMeanwhile } from './ChangedMeanwhile'
import { DecisionBar } from './DecisionBar'
import { MergeClash } from './MergeClash'
import type { MergeViews } from './MergePage'
import { NextTodo } from './NextTodo'
import { ReopenButton } from './ReopenButton'
import { SidesContents } from './SidesContents'
import { SuccessorNotice } from './SuccessorNotice'
import { TodoFacts } from './TodoFacts'
import { TodoWorkspace } from './TodoWorkspace'
import { UndoneNotice } from './UndoneNotice'
import { useMergeWork } from './useMergeWork'
import { VersionViews } from './VersionViews'

interface MergeSessionProps {
  revision: RevisionDetail
  open: OpenTodo
  views: MergeViews
  /** The to-do as it is after a decision. */
  onFresh: (fresh: OpenTodo) => void
}

/** The work on one module, from the conflicts to the decision. */
export function MergeSession({ revision, open, views, onFresh }: MergeSessionProps) {
  const { t } = useTranslation()
  const { todo, result } = open
  const work = useMergeWork(revision.id, open, onFresh)
  const { account } = useMe().user
  const heldBy = open.holder !== account ? open.holder : undefined
  const closed = closedReason(revision, open, heldBy, t)
  const clash = work.clash ?? (work.outdated && outdatedClash(work.outdated, open))
  if (clash) {
    return (
      <MergeClash
        revision={revision}
        clash={clash}
        Compare={views.Compare}
        onFresh={onFresh}
        onClose={() => {
          work.endClash()
          return work.forget()
        }}
      />
    )
  }
  return (
    <>
      <PageHead
        title={todo.title || todo.code}
        purpose={`${keyOf(todo.path)} · ${t('revisions.name', { manual: revision.manualName, number: revision.number })}`}
        extra={<ReasonChip reason={todo.reason} />}
        actions={
          <>
            <LinkButton icon="back" href={href(paths.revision(revision.id, { tab: 'todos' }))}>
              {t('revisions.merge.back')}
            </LinkButton>
            {objectHref(todo.path) && (
              <LinkButton icon="book" href={objectHref(todo.path) ?? ''}>
                {t('revisions.merge.read')}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="mg-notices">
        <Notice tone="info" title={t(`revisions.merge.about.${todo.reason}`)} />
        {revision.state !== 'confirmed' && (
          <UndoneNotice
            revision={revision}
            path={todo.path}
            own={work.hasChoices ? work.composed?.text : undefined}
          />
        )}
        {open.copyOf && (
          <Notice tone="info" title={t('revisions.merge.copyOf', { code: keyOf(open.copyOf) })} />
        )}
        {open.successor && <SuccessorNotice revision={revision.id} successor={open.successor} />}
        {todo.state === 'done' && (
          <Notice tone="success" title={t('revisions.merge.done')}>
            {todo.decidedBy && todo.decidedOn && (
              <p>
                {t('revisions.todos.decided', {
                  account: todo.decidedBy,
                  on: formatDateTime(todo.decidedOn),
                })}
              </p>
            )}
            <div className="mg-buttons">
              <NextTodo revision={revision.id} todo={todo.id} />
              <ReopenButton revision={revision} todo={todo} onFresh={onFresh} />
            </div>
          </Notice>
        )}
        {!work.isSaving && <ChangedMeanwhile revision={revision.id} todo={todo} />}
        {heldBy !== undefined && (
          <Notice tone="warning" title={t('revisions.merge.held', { account: heldBy })} />
        )}
        {open.holder === account && <Notice tone="info" title={t('revisions.merge.heldByMe')} />}
        {open.isEdited && <Notice tone="info" title={t('revisions.merge.edited')} />}
        {result?.isCoarse && <Notice tone="warning" title={t('revisions.merge.coarse')} />}
        {work.isRestored && (
          <Notice tone="info" title={t('revisions.merge.restored')}>
            <Button size="sm" onClick={() => void work.forget()}>
              {t('revisions.merge.discard')}
            </Button>
          </Notice>
        )}
      </div>
      <TodoFacts todo={todo} />
      {result && (
        <TodoWorkspace revision={revision.id} open={open} result={result} work={work} closed={closed} />
      )}
      <DecisionBar open={open} work={work} closed={closed} />
      <SidesContents contents={open.contents} />
      <VersionViews revision={revision.id} open={open} text={work.composed?.text} views={views} />
    </>
  )
}

/** Why nothing can be decided now. */
function closedReason(
  revision: RevisionDetail,
  { todo, maySave }: OpenTodo,
  heldBy: string | undefined,
  t: (key: string, values?: Record<string, unknown>) => string,
): string | undefined {
  if (todo.state === 'done') return t('revisions.merge.closed.done')
  if (maySave) return undefined
  if (heldBy) return t('revisions.merge.held', { account: heldBy })
  // Who may edit here is only refused because a later revision has other text.
  return whyNotEdit(revision, t) ?? t('revisions.merge.closed.later')
}

/** Choices about an older text are shown like those that another person was faster than. */
const outdatedClash = ({ text, note }: { text: string; note: string }, fresh: OpenTodo) => ({
  own: text,
  note,
  fresh,
  done: false,
})
