import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WrittenComment } from '@/api/comments'
import { hasFieldErrors } from '@/lib/form'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/TextArea'
import { useCommentCalls } from './calls'
import { MentionField } from './MentionField'
import { type UnsentComment, useUnsent } from './unsent'

interface ComposerProps {
  path: string
  /** The name of the place, under which unsent text is kept. */
  place: string
  label: string
  sendLabel: string
  /** The first content of the fields, for a comment that is edited. */
  begin?: UnsentComment
  /** The text of the paragraph, where another one can be proposed. */
  loadText?: () => Promise<string>
  /** Takes the focus when it comes. */
  isFocused?: boolean
  onSend: (written: WrittenComment) => Promise<unknown>
  onCancel?: () => void
}

/** Writes a comment, with the proposed text of its paragraph where it has one. */
export function Composer({
  path,
  place,
  label,
  sendLabel,
  begin,
  loadText,
  isFocused,
  ...on
}: ComposerProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const { typed, type, clear, isRestored } = useUnsent(useCommentCalls().account, place, begin)
  const suggestion = useSuggestedText(typed, type, loadText)
  const [isMissing, setMissing] = useState(false)
  // Words that are typed while it is sent would be cleared with it, so that the fields are read-only until then.
  const send = useMutation({
    mutationFn: on.onSend,
    onSuccess: () => {
      clear()
      on.onCancel?.()
    },
  })
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const submit = () => {
    const written = { text: typed.text.trim(), suggestion: typed.suggestion }
    const isEmpty = written.text === '' && written.suggestion === undefined
    setMissing(isEmpty)
    if (isEmpty) field.current?.focus()
    else if (!send.isPending) send.mutate(written)
  }
  const errors = errorsOf(send.error)
  return (
    <form
      className="cmt-composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isRestored && <p className="af-hint">{t('comments.write.restored')}</p>}
      <MentionField
        path={path}
        label={label}
        value={typed.text}
        onChange={(text) => type({ ...typed, text })}
        onSend={submit}
        readOnly={send.isPending}
        error={isMissing ? t('comments.write.missing') : errors.text}
        inputRef={field}
      />
      {typed.suggestion !== undefined && (
        <TextArea
          label={t('comments.suggestion.label')}
          hint={/⟦\d+⟧/.test(typed.suggestion) ? t('comments.suggestion.placeholders') : undefined}
          rows={4}
          readOnly={send.isPending}
          value={typed.suggestion}
          error={errors.suggestion}
          onChange={(event) => type({ ...typed, suggestion: event.target.value })}
        />
      )}
      {(suggestion.problem ?? errors.other) && (
        <p className="af-error" role="alert">
          {suggestion.problem ?? errors.other}
        </p>
      )}
      <div className="cmt-buttons">
        <Button
          type="submit"
          variant="primary"
          size="sm"
          busy={send.isPending}
          busyText={t('comments.write.sending')}
        >
          {sendLabel}
        </Button>
        {suggestion.toggle && (
          <Button
            size="sm"
            icon="edit"
            aria-pressed={typed.suggestion !== undefined}
            busy={suggestion.isLoading}
            onClick={send.isPending ? undefined : suggestion.toggle}
          >
            {t(typed.suggestion === undefined ? 'comments.suggestion.add' : 'comments.suggestion.remove')}
          </Button>
        )}
        {on.onCancel && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              clear()
              on.onCancel?.()
            }}
          >
            {t('comments.write.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

function useSuggestedText(
  typed: UnsentComment,
  type: (next: UnsentComment) => void,
  loadText: (() => Promise<string>) | undefined,
) {
  const load = useMutation({
    mutationFn: async () => loadText?.(),
    onSuccess: (suggestion) => type({ ...typed, suggestion }),
  })
  const isThere = typed.suggestion !== undefined
  const toggle = () => (isThere ? type({ text: typed.text }) : load.mutate())
  return {
    toggle: loadText || isThere ? toggle : undefined,
    isLoading: load.isPending,
    problem: isThere ? undefined : load.error?.message,
  }
}

/** The refusal of the server, at the field that it is about. */
function errorsOf(error: Error | null): { text?: string; suggestion?: string; other?: string } {
  if (!error) return {}
  if (hasFieldErrors(error)) {
    const of = (name: string) => error.errors.find(({ field }) => field === name)?.message
    const [text, suggestion] = [of('text'), of('suggestion')]
    if (text !== undefined || suggestion !== undefined) return { text, suggestion }
  }
  const isAboutSuggestion = 'code' in error && aboutSuggestion.includes(String(error.code))
  return isAboutSuggestion ? { suggestion: error.message } : { other: error.message }
}

const aboutSuggestion: readonly string[] = ['comment.same_text', 'comment.placeholder']
