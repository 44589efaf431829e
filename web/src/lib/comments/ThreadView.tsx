import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlacedComment } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { isGone, QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Skeleton } from '@/ui/Skeleton'
import { CommentItem } from './CommentItem'
import { Composer } from './Composer'
import { useCommentCalls } from './calls'

interface ThreadViewProps {
  listed: PlacedComment
  /** The version that is read; undefined while a draft is edited. */
  version: string | undefined
  onAccept: (id: string, shown: string) => Promise<void>
}

/** The comments of a thread, and what can be done with it. */
export function ThreadView({ listed, version, onAccept }: ThreadViewProps) {
  const { t } = useTranslation()
  const calls = useCommentCalls()
  const { thread, path, place } = listed
  const query = useQuery(calls.threadQuery(thread.id))
  const { isNew } = listed
  const shownOn = query.data?.thread.updatedOn
  useEffect(() => {
    // Nothing is lost when the server cannot note it.
    if (isNew && shownOn) calls.markThreadSeen(thread.id, shownOn).catch(() => undefined)
  }, [isNew, shownOn, thread.id, calls])
  const setState = useMutation({
    mutationFn: (state: 'open' | 'resolved') => calls.setThreadState(thread.id, state),
    onError: showProblem,
  })
  const isOpen = thread.state === 'open'
  const canSuggest = version !== undefined && place !== '' && thread.target === 'paragraph'
  const at = version === undefined ? undefined : { version, anchor: place }
  return (
    <QueryFrame
      query={query}
      failedTitle={t('comments.failed')}
      loading={<Skeleton lines={3} />}
      // An answer may be half written when asking again fails.
      keepsData={!isGone(query.error)}
    >
      {({ comments, mayAccept, mayResolve, thread: { resolvedBy, resolvedOn } }) => (
        <>
          <ul className="cmt-comments">
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                path={path}
                comment={comment}
                onAccept={mayAccept ? onAccept : undefined}
              />
            ))}
          </ul>
          {resolvedBy && resolvedOn && (
            <p className="af-hint">
              {t('comments.resolvedBy', { account: resolvedBy, on: formatDateTime(resolvedOn) })}
            </p>
          )}
          <Composer
            path={path}
            place={`answer ${thread.id}`}
            label={t('comments.answer.label')}
            sendLabel={t('comments.answer.send')}
            loadText={canSuggest && version ? () => calls.loadParagraph(path, version, place) : undefined}
            onSend={(written) => calls.answerThread(thread.id, at, written)}
          />
          {mayResolve && (
            <Button
              size="sm"
              variant="ghost"
              icon={isOpen ? 'success' : 'restore'}
              busy={setState.isPending}
              onClick={() => setState.mutate(isOpen ? 'resolved' : 'open')}
            >
              {t(isOpen ? 'comments.resolve' : 'comments.reopen')}
            </Button>
          )}
        </>
      )}
    </QueryFrame>
  )
}
