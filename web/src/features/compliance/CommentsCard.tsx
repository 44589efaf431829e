import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deletePolicyComment,
  editPolicyComment,
  policyCommentsQuery,
  writePolicyComment,
} from '@/api/policyComments'
import type { PolicyComment } from '@/api/types'
import { formatDateTime } from '@/lib/format'
import { QueryFrame } from '@/lib/QueryFrame'
import { showProblem } from '@/lib/showProblem'
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { TextArea } from '@/ui/TextArea'

/** What people say about a requirement. */
export function CommentsCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(policyCommentsQuery(id))
  const [edited, setEdited] = useState<PolicyComment>()
  return (
    <Card title={t('compliance.comments.title')}>
      <QueryFrame query={query} failedTitle={t('compliance.comments.failed')} keepsData>
        {(comments) => (
          <ul className="cpl-references" aria-label={t('compliance.comments.title')}>
            {comments.map((comment) => (
              <Comment key={comment.id} item={id} comment={comment} onEdit={() => setEdited(comment)} />
            ))}
          </ul>
        )}
      </QueryFrame>
      <CommentForm key={edited?.id ?? ''} item={id} edited={edited} onDone={() => setEdited(undefined)} />
    </Card>
  )
}

interface CommentProps {
  item: string
  comment: PolicyComment
  onEdit: () => void
}

function Comment({ item, comment, onEdit }: CommentProps) {
  const { t } = useTranslation()
  const { id, author, text, createdOn, editedOn, isDeleted, isOwn } = comment
  const remove = useMutation({ mutationFn: () => deletePolicyComment(item, id), onError: showProblem })
  return (
    <li className="cpl-reference">
      <span className="af-hint d-block mt-0">
        {author.name || author.account} · <time dateTime={createdOn}>{formatDateTime(createdOn)}</time>
        {editedOn && !isDeleted && ` · ${t('compliance.comments.edited')}`}
      </span>
      <p className="cpl-text mb-1">{isDeleted ? t('compliance.comments.deleted') : text}</p>
      {isOwn && !isDeleted && (
        <div className="af-page-actions">
          <Button size="sm" icon="edit" onClick={onEdit}>
            {t('compliance.comments.edit')}
          </Button>
          <Button size="sm" icon="trash" busy={remove.isPending} onClick={() => remove.mutate()}>
            {t('compliance.delete.action')}
          </Button>
        </div>
      )}
    </li>
  )
}

interface CommentFormProps {
  item: string
  /** The comment that is changed; undefined for a new one. */
  edited: PolicyComment | undefined
  onDone: () => void
}

function CommentForm({ item, edited, onDone }: CommentFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(edited?.text ?? '')
  const send = useMutation({
    mutationFn: () => (edited ? editPolicyComment(item, edited.id, text) : writePolicyComment(item, text)),
    onSuccess: () => {
      setText('')
      onDone()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !send.isPending) send.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextArea
        label={t('compliance.comments.text')}
        rows={3}
        maxLength={4000}
        value={text}
        error={send.error?.message}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        size="sm"
        busy={send.isPending}
        disabledReason={text.trim() === '' ? t('compliance.comments.empty') : undefined}
      >
        {t(edited ? 'compliance.comments.save' : 'compliance.comments.send')}
      </Button>
      {edited && (
        <Button size="sm" className="ms-2" onClick={onDone}>
          {t('compliance.comments.cancel')}
        </Button>
      )}
    </form>
  )
}
