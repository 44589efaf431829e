import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlacedComment } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { Button } from '@/ui/Button'
import { Chip } from '@/ui/Chip'
import { Icon } from '@/ui/Icon'
import { ThreadView } from './ThreadView'

interface ThreadCardProps {
  listed: PlacedComment
  isOpen: boolean
  onOpen: (id: string | undefined) => void
  onPlace: (place: string) => void
  version: string | undefined
  onAccept: (id: string, shown: string) => Promise<void>
}

/** A thread in the panel: its first words, and all of it when it is open. */
export function ThreadCard({ listed, isOpen, onOpen, onPlace, version, onAccept }: ThreadCardProps) {
  const { t } = useTranslation()
  const card = useRef<HTMLLIElement>(null)
  const { thread, place, placeState } = listed
  useEffect(() => {
    if (isOpen) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={card} className="cmt-thread" data-open={isOpen} data-state={thread.state}>
      <button
        type="button"
        className="cmt-thread-head"
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? undefined : thread.id)}
      >
        <span className="cmt-quote">
          <Icon name={thread.target === 'picture' ? 'illustration' : 'comment'} size="sm" />
          {thread.target === 'module' ? t('comments.wholeModule') : thread.quote || t('comments.picture')}
        </span>
        {!isOpen && (
          <>
            <span className="cmt-first">{listed.text || t('comments.suggestion.title')}</span>
            <small>
              {thread.author.name || thread.author.account} · {formatDateTime(thread.updatedOn)}
              {thread.comments > 1 && <> · {t('comments.count', { count: thread.comments })}</>}
            </small>
          </>
        )}
      </button>
      <div className="cmt-chips">
        {listed.isNew && (
          <Chip tone="accent" icon="bell">
            {t('comments.new')}
          </Chip>
        )}
        {listed.hasSuggestion && (
          <Chip tone="info" icon="edit">
            {t('comments.suggestion.title')}
          </Chip>
        )}
        {thread.state === 'resolved' && (
          <Chip tone="success" icon="success">
            {t('comments.state.resolved')}
          </Chip>
        )}
        {placeState !== 'unchanged' && (
          <Chip tone="warning" icon="warning">
            {t(`comments.place.${placeState}`)}
          </Chip>
        )}
      </div>
      {isOpen && (
        <div className="cmt-thread-body">
          {place !== '' && (
            <Button size="sm" variant="link" icon="link" onClick={() => onPlace(place)}>
              {t('comments.showText')}
            </Button>
          )}
          <ThreadView listed={listed} version={version} onAccept={onAccept} />
        </div>
      )}
    </li>
  )
}
