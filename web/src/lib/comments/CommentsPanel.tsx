import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlacedComment } from '@/api/types'
import { isGone, QueryFrame, type QueryResult } from '@/lib/QueryFrame'
import { Button } from '@/ui/Button'
import { EmptyState } from '@/ui/EmptyState'
import { IconButton } from '@/ui/IconButton'
import { Skeleton } from '@/ui/Skeleton'
import { Switch } from '@/ui/Switch'
import { useCommentCalls } from './calls'
import { ThreadCard } from './ThreadCard'
import { inTextOrder } from './threads'
import './comments.css'

interface CommentsPanelProps {
  query: QueryResult<PlacedComment[]>
  /** The ids of the text in their order. */
  ids: readonly string[]
  /** The thread that is open. */
  open: string | undefined
  onOpen: (id: string | undefined) => void
  /** Shows the paragraph of a thread. */
  onPlace: (place: string) => void
  /** The version that is read; undefined while a draft is edited. */
  version: string | undefined
  /** Accepts the proposed text of a comment that is shown. */
  onAccept: (id: string, shown: string) => Promise<void>
  /** The form of a new thread, if one is being written. */
  composer: ReactNode
  /** Starts a thread about the whole module. */
  onStart: () => void
  onClose?: () => void
}

/** The threads about a module, beside its text. */
export function CommentsPanel({ query, ids, open, onOpen, composer, onStart, ...rest }: CommentsPanelProps) {
  const { t } = useTranslation()
  const [withResolved, setWithResolved] = useState(false)
  const { onClose, ...card } = rest
  return (
    <section className="cmt-panel" aria-label={t('comments.title')}>
      <header className="cmt-panel-head">
        <h2>
          {t('comments.title')}
          {query.data && <span className="cmt-count">{query.data.filter(isOpen).length}</span>}
        </h2>
        <Button size="sm" icon="add" onClick={onStart}>
          {t('comments.onModule')}
        </Button>
        {onClose && <IconButton icon="close" size="sm" label={t('comments.close')} onClick={onClose} />}
      </header>
      {composer}
      <QueryFrame
        query={query}
        failedTitle={t('comments.failed')}
        loading={<Skeleton lines={4} />}
        keepsData={!isGone(query.error)}
      >
        {(threads) => {
          const shown = threads.filter(
            (listed) => withResolved || isOpen(listed) || listed.thread.id === open,
          )
          const isMissing = threads.every(({ thread }) => thread.id !== open)
          return (
            <>
              {open !== undefined && isMissing && <MissingThread id={open} />}
              {threads.some((listed) => !isOpen(listed)) && (
                <Switch
                  label={t('comments.withResolved')}
                  checked={withResolved}
                  onChange={(event) => setWithResolved(event.target.checked)}
                />
              )}
              {shown.length === 0 && !composer && <NoComments isBesideDraft={card.version === undefined} />}
              <ul className="cmt-threads">
                {inTextOrder(shown, ids).map((listed) => (
                  <ThreadCard
                    key={listed.thread.id}
                    {...card}
                    listed={listed}
                    isOpen={listed.thread.id === open}
                    onOpen={onOpen}
                  />
                ))}
              </ul>
            </>
          )
        }}
      </QueryFrame>
    </section>
  )
}

/** An author who edits has other panels there, and no paragraphs to point at. */
function NoComments({ isBesideDraft }: { isBesideDraft: boolean }) {
  const { t } = useTranslation()
  return isBesideDraft ? (
    <p className="af-hint">{t('comments.none')}</p>
  ) : (
    <EmptyState icon="comment" title={t('comments.none')} text={t('comments.noneText')} />
  )
}

/** Says why a thread that a link leads to is not in the list; one that was just started will be. */
function MissingThread({ id }: { id: string }) {
  const { error } = useQuery(useCommentCalls().threadQuery(id))
  return error ? (
    <p className="af-error" role="alert">
      {error.message}
    </p>
  ) : null
}

const isOpen = ({ thread }: PlacedComment) => thread.state === 'open'
