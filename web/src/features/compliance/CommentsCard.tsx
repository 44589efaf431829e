import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
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
import { Button } from '@/ui/Button'
import { Card } from '@/ui/Card'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { TextArea } from '@/ui/TextArea'
import { showToast } from '@/ui/toasts'
import { useUnsaved } from '@/ui/unsaved'

/** The comments on a requirement. */
export function CommentsCard({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(policyCommentsQuery(id))
  const [edited, setEdited] = useState<PolicyComment>()
  // A new comment is kept while another one is changed.
  const [draft, setDraft] = useState('')
  useUnsaved(draft.trim() !== '' || edited !== undefined)
  return (
    <Card title={t('compliance.comments.title')}>
      <QueryFrame query={query} failedTitle={t('compliance.comments.failed')} keepsData>
        {(comments) =>
          comments.length === 0 ? (
            <p className="af-hint mt-0">{t('compliance.comments.none')}</p>
          ) : (
            <ul className="cpl-references" aria-label={t('compliance.comments.title')}>
              {comments.map((comment) => (
                <Comment
                  key={comment.id}
                  item={id}
                  comment={comment}
                  edited={edited?.id}
                  onEdit={() => setEdited(comment)}
                />
              ))}
            </ul>
          )
        }
      </QueryFrame>
      {edited ? (
        <EditForm key={edited.id} item={id} edited={edited} onDone={() => setEdited(undefined)} />
      ) : (
        <NewForm item={id} text={draft} setText={setDraft} />
      )}
    </Card>
  )
}

interface CommentProps {
  item: string
  comment: PolicyComment
  /** The id of the comment that is being changed: its text would be lost with another one. */
  edited: string | undefined
  onEdit: () => void
}

function Comment({ item, comment, edited, onEdit }: CommentProps) {
  const { t } = useTranslation()
  const closed = edited === undefined ? undefined : t('compliance.comments.editing')
  const { id, author, text, createdOn, editedOn, isOwn, mayDelete } = comment
  const [deleting, setDeleting] = useState(false)
  const remove = useMutation({
    mutationFn: () => deletePolicyComment(item, id),
    // Here and not at the call: the comment may be off the page by then.
    onSuccess: () => showToast({ tone: 'success', text: t('compliance.done') }),
  })
  const name = author.name || author.account
  return (
    <li className="cpl-reference">
      <span className="af-hint d-block mt-0">
        {name} · <time dateTime={createdOn}>{formatDateTime(createdOn)}</time>
        {editedOn && ` · ${t('compliance.comments.edited')}`}
      </span>
      <p className="cpl-text mb-1">{text}</p>
      {(isOwn || mayDelete) && (
        <div className="af-page-actions">
          {isOwn && (
            <Button size="sm" icon="edit" disabledReason={closed} onClick={onEdit}>
              {t('compliance.comments.edit')}
            </Button>
          )}
          {mayDelete && (
            <Button
              size="sm"
              icon="trash"
              disabledReason={edited === id ? closed : undefined}
              onClick={() => setDeleting(true)}
            >
              {t('compliance.delete.action')}
            </Button>
          )}
        </div>
      )}
      {deleting && (
        <ConfirmDialog
          title={t('compliance.comments.delete')}
          confirmText={t('compliance.delete.action')}
          busyText={t('compliance.delete.busy')}
          busy={remove.isPending}
          problem={remove.error?.message}
          danger
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setDeleting(false) })}
          onClose={() => {
            remove.reset()
            setDeleting(false)
          }}
        >
          <p className="mb-0">{t('compliance.comments.deleteText', { name })}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}

interface EditFormProps {
  item: string
  edited: PolicyComment
  onDone: () => void
}

function EditForm({ item, edited, onDone }: EditFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(edited.text)
  return (
    <CommentForm
      text={text}
      setText={setText}
      send={() => editPolicyComment(item, edited.id, text)}
      sendText={t('compliance.comments.save')}
      onDone={onDone}
    >
      <Button size="sm" className="ms-2" onClick={onDone}>
        {t('compliance.comments.cancel')}
      </Button>
    </CommentForm>
  )
}

interface NewFormProps {
  item: string
  text: string
  setText: (text: string) => void
}

function NewForm({ item, text, setText }: NewFormProps) {
  const { t } = useTranslation()
  return (
    <CommentForm
      text={text}
      setText={setText}
      send={() => writePolicyComment(item, text)}
      sendText={t('compliance.comments.send')}
      onDone={() => setText('')}
    />
  )
}

interface CommentFormProps {
  text: string
  setText: (text: string) => void
  send: () => Promise<unknown>
  sendText: string
  onDone: () => void
  /** Further buttons. */
  children?: ReactNode
}

function CommentForm({ text, setText, send, sendText, onDone, children }: CommentFormProps) {
  const { t } = useTranslation()
  const sending = useMutation({ mutationFn: send, onSuccess: onDone })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !sending.isPending) sending.mutate()
  }
  return (
    <form onSubmit={submit}>
      <TextArea
        label={t('compliance.comments.text')}
        rows={3}
        maxLength={4000}
        value={text}
        // Words that are typed while it is sent would be cleared with it.
        readOnly={sending.isPending}
        error={sending.error?.message}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        size="sm"
        busy={sending.isPending}
        disabledReason={text.trim() === '' ? t('compliance.comments.empty') : undefined}
      >
        {sendText}
      </Button>
      {children}
    </form>
  )
}
