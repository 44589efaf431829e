import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { deletePost, editPost, requestPeopleQuery, writePost } from '@/api/changeRequests'
import { commentCalls } from '@/api/comments'
import { useMe } from '@/api/queries'
import type { OpenChangeRequest } from '@/api/types'
import { CommentItem } from '@/lib/comments/CommentItem'
import { Composer } from '@/lib/comments/Composer'
import { CommentCallsProvider } from '@/lib/comments/calls'
import '@/lib/comments/comments.css'

/** The description and the discussion of a change request. */
export function DiscussionTab({ open: { request, posts } }: { open: OpenChangeRequest }) {
  const { t } = useTranslation()
  const { account } = useMe().user
  const { id, manualPath } = request
  const calls = useMemo(
    () => ({
      ...commentCalls,
      account,
      // The path of a discussion is its manual: its readers can be mentioned.
      readersQuery: (manual: string, text: string | undefined) => requestPeopleQuery(manual, 'read', text),
      editComment: (post: string, { text }: { text: string }) => editPost(post, text),
      deleteComment: deletePost,
    }),
    [account],
  )
  return (
    <CommentCallsProvider value={calls}>
      {request.description ? (
        <p className="crq-text">{request.description}</p>
      ) : (
        <p className="af-hint">{t('changeRequests.noDescription')}</p>
      )}
      <ul className="cmt-comments mb-3" aria-label={t('changeRequests.tab.discussion')}>
        {posts.map((post) => (
          <CommentItem key={post.id} path={manualPath} comment={post} onAccept={undefined} />
        ))}
      </ul>
      <Composer
        path={manualPath}
        place={`changeRequest ${id}`}
        label={t('changeRequests.discussion.label')}
        sendLabel={t('changeRequests.discussion.send')}
        onSend={({ text }) => writePost(id, text)}
      />
    </CommentCallsProvider>
  )
}
