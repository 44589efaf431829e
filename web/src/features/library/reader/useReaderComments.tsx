import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  acceptSuggestion,
  commentCalls,
  loadParagraph,
  moduleCommentsQuery,
  startThread,
} from '@/api/comments'
import { useMe } from '@/api/queries'
import { CommentMarkers } from '@/lib/comments/CommentMarkers'
import { CommentsPanel } from '@/lib/comments/CommentsPanel'
import { Composer } from '@/lib/comments/Composer'
import { CommentCallsProvider } from '@/lib/comments/calls'
import { tabId } from '@/lib/editing/tab'
import { Button } from '@/ui/Button'
import { showToast } from '@/ui/toasts'
import { InCommentsPlace } from './CommentsPlace'
import type { ReaderThreads } from './useReaderThreads'

interface ReaderCommentsProps {
  path: string
  /** The version that is read; undefined until it is loaded. */
  version: string | undefined
  /** The module is not for the chosen aircraft. */
  isHidden?: boolean
  article: HTMLElement | null
  threads: ReaderThreads
  onJump: (id: string) => void
}

/** The parts of the comments on a module that is read: the button, the markers beside the text and the panel. */
export function useReaderComments({ path, isHidden, ...rest }: ReaderCommentsProps): {
  button: ReactNode
  markers: ReactNode
  panel: ReactNode
} {
  const { t } = useTranslation()
  const { article, threads, onJump } = rest
  const version = isHidden ? undefined : rest.version
  const query = useQuery(moduleCommentsQuery(path, version === undefined ? undefined : { version }))
  const { account } = useMe().user
  const calls = useMemo(() => ({ ...commentCalls, account }), [account])
  const found = query.data ?? none
  const { writing } = threads
  const ids = useMemo(
    // Read again with the threads: the article stays the same element when it is drawn anew.
    () => (found.length > 0 ? [...(article?.querySelectorAll('[id]') ?? [])].map(({ id }) => id) : []),
    [article, found],
  )
  const accept = async (id: string, shown: string) => {
    await acceptSuggestion(id, shown, tabId())
    showToast({ tone: 'success', text: t('comments.suggestion.done') })
  }
  const openCount = found.filter(({ thread }) => thread.state === 'open').length
  const composer = writing && version !== undefined && (
    <Composer
      key={writing.anchor}
      path={path}
      place={`thread ${path} ${writing.anchor}`}
      label={t('comments.write.label', { place: writing.name || t('comments.wholeModule') })}
      sendLabel={t('comments.write.send')}
      loadText={writing.anchor === '' ? undefined : () => loadParagraph(path, version, writing.anchor)}
      isFocused
      onSend={async (written) => {
        const { thread } = await startThread(path, { version, anchor: writing.anchor }, written)
        threads.setOpen(thread.id)
      }}
      onCancel={threads.stopWriting}
    />
  )
  return {
    button: version !== undefined && (
      <InCommentsPlace>
        <Button
          icon="comment"
          title={t('comments.toggle', { count: openCount })}
          aria-expanded={threads.isShown}
          aria-label={t('comments.toggle', { count: openCount })}
          onClick={threads.isShown ? threads.close : threads.show}
        >
          {openCount > 0 && openCount}
        </Button>
      </InCommentsPlace>
    ),
    markers: (
      <CommentMarkers article={article} threads={found} open={threads.open} onOpen={threads.setOpen} />
    ),
    panel: threads.isShown && (
      <CommentCallsProvider value={calls}>
        <CommentsPanel
          query={query}
          ids={ids}
          open={threads.open}
          onOpen={threads.setOpen}
          onPlace={onJump}
          version={version}
          onAccept={accept}
          composer={
            composer && (
              <div className="cmt-new">
                <p className="cmt-quote">{writing.name || t('comments.wholeModule')}</p>
                {composer}
              </div>
            )
          }
          onStart={() => threads.write('', '')}
          onClose={threads.close}
        />
      </CommentCallsProvider>
    ),
  }
}

const none: never[] = []
