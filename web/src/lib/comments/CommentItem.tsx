import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comment } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { showProblem } from '@/lib/showProblem'
import { Avatar } from '@/ui/Avatar'
import { Button } from '@/ui/Button'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { DropdownMenu } from '@/ui/DropdownMenu'
import { Icon } from '@/ui/Icon'
import { Composer } from './Composer'
import { useCommentCalls } from './calls'
import { partsOf } from './mentions'
import { Redline } from './Redline'

interface CommentItemProps {
  path: string
  comment: Comment
  /** Accepts the proposed text that is shown; undefined for who has not checked the module out. */
  onAccept: ((id: string, shown: string) => Promise<void>) | undefined
}

/** A comment of a thread. */
export function CommentItem({ path, comment, onAccept }: CommentItemProps) {
  const { t } = useTranslation()
  const calls = useCommentCalls()
  const [doing, setDoing] = useState<'edit' | 'delete'>()
  const remove = useMutation({
    mutationFn: () => calls.deleteComment(comment.id),
    onSuccess: () => setDoing(undefined),
  })
  const { author, suggestion } = comment
  const name = author.name || author.account
  const isFixed = suggestion?.acceptedOn !== undefined
  if (comment.isDeleted) {
    return (
      <li className="cmt-comment">
        <p className="af-hint">{t('comments.deleted', { name })}</p>
      </li>
    )
  }
  return (
    <li className="cmt-comment">
      <div className="cmt-head">
        <Avatar name={name} />
        <span className="cmt-author">
          <strong title={author.account}>{name}</strong>{' '}
          <small>
            <time dateTime={comment.createdOn}>{formatDateTime(comment.createdOn)}</time>
            {comment.editedOn && <> · {t('comments.edited')}</>}
          </small>
        </span>
        {comment.isOwn && !isFixed && (
          <DropdownMenu
            label={t('comments.actionsOf', { name })}
            trigger={<Icon name="more" size="sm" />}
            buttonClassName="btn af-btn-ghost af-btn-icon btn-sm"
            items={[
              { kind: 'action', icon: 'edit', label: t('comments.edit'), onSelect: () => setDoing('edit') },
              {
                kind: 'action',
                icon: 'trash',
                label: t('comments.delete'),
                onSelect: () => setDoing('delete'),
              },
            ]}
          />
        )}
      </div>
      {doing === 'edit' ? (
        <Composer
          path={path}
          place={`comment ${comment.id}`}
          label={t('comments.edit')}
          sendLabel={t('comments.save')}
          begin={{ text: comment.text, suggestion: suggestion?.new }}
          isFocused
          onSend={(written) => calls.editComment(comment.id, written)}
          onCancel={() => setDoing(undefined)}
        />
      ) : (
        <>
          {comment.text !== '' && <CommentText comment={comment} />}
          {suggestion && <Redline suggestion={suggestion} />}
          <SuggestionState comment={comment} onAccept={onAccept} />
        </>
      )}
      {doing === 'delete' && (
        <ConfirmDialog
          danger
          title={t('comments.deleteTitle')}
          confirmText={t('comments.delete')}
          busyText={t('comments.deleting')}
          busy={remove.isPending}
          problem={remove.error?.message}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset()
            setDoing(undefined)
          }}
        >
          {t('comments.deleteText')}
        </ConfirmDialog>
      )}
    </li>
  )
}

function CommentText({ comment }: { comment: Comment }) {
  return (
    <p className="cmt-text">
      {partsOf(comment.text, comment.mentions).map(({ text, isMention }, index) => {
        // The pieces have no name of their own, and never change their order.
        const key = index
        return isMention ? (
          <strong key={key} className="cmt-mentioned">
            {text}
          </strong>
        ) : (
          <span key={key}>{text}</span>
        )
      })}
    </p>
  )
}

function SuggestionState({ comment, onAccept }: Pick<CommentItemProps, 'comment' | 'onAccept'>) {
  const { t } = useTranslation()
  const { suggestion } = comment
  const accept = useMutation({ mutationFn: async (shown: string) => onAccept?.(comment.id, shown) })
  if (!suggestion) return null
  if (suggestion.acceptedOn) {
    return (
      <p className="cmt-accepted">
        <Icon name="success" size="sm" />
        {t('comments.suggestion.accepted', {
          account: suggestion.acceptedBy,
          on: formatDateTime(suggestion.acceptedOn),
        })}
      </p>
    )
  }
  return (
    <Button
      size="sm"
      icon="success"
      busy={accept.isPending}
      busyText={t('comments.suggestion.accepting')}
      disabledReason={onAccept ? undefined : t('comments.suggestion.notCheckedOut')}
      onClick={() => accept.mutate(suggestion.new, { onError: showProblem })}
    >
      {t('comments.suggestion.accept')}
    </Button>
  )
}
