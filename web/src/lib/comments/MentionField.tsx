import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Comment } from '@/api/types'
import { usePaused } from '@/lib/usePaused'
import { indexAfterKey } from '@/ui/arrowKeys'
import { Description, inputClasses, useDescription } from '@/ui/FieldFrame'
import { useDismiss } from '@/ui/floating'
import { ListOption } from '@/ui/ListOption'
import { useMergedRef } from '@/ui/useMergedRef'
import { useCommentCalls } from './calls'
import { mentionBefore, withMention } from './mentions'

interface MentionFieldProps {
  /** The module, whose readers can be mentioned. */
  path: string
  label: string
  value: string
  onChange: (text: string) => void
  /** Ctrl+Enter. */
  onSend: () => void
  readOnly?: boolean
  error?: string
  inputRef?: Ref<HTMLTextAreaElement>
}

/** A field for a comment; `@` offers the people who may read the module. */
export function MentionField({ path, label, value, onChange, onSend, ...rest }: MentionFieldProps) {
  const { readOnly = false, error, inputRef } = rest
  const { t } = useTranslation()
  const id = useId()
  const [field, setField] = useState<HTMLTextAreaElement | null>(null)
  const setRef = useMergedRef(setField, inputRef)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [cursor, setCursor] = useState<number>()
  const [active, setActive] = useState(0)
  const { errorId, describedBy } = useDescription(undefined, error)
  const mention = cursor === undefined ? undefined : mentionBefore(value, cursor)
  const people = useOfferedPeople(path, mention?.typed)
  const isOpen = mention !== undefined && people.length > 0 && !readOnly
  const close = () => setCursor(undefined)
  useDismiss(isOpen, [frame], close)
  const chosen = isOpen ? people[Math.min(active, people.length - 1)] : undefined
  const pick = (account: string) => {
    if (cursor === undefined) return
    const after = withMention(value, cursor, account)
    onChange(after.text)
    close()
    // The field gets its new text first.
    setTimeout(() => field?.setSelectionRange(after.cursor, after.cursor))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSend()
    }
    if (!chosen) return
    if (event.key === 'Enter' || event.key === 'Tab') pick(chosen.account)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setActive(indexAfterKey(event.key, active, people.length, 'vertical') ?? 0)
    else return
    event.preventDefault()
  }
  const optionId = (index: number) => `${id}-option-${index}`
  return (
    <div ref={setFrame} className="af-field cmt-mention">
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <textarea
        ref={setRef}
        id={id}
        rows={3}
        className={inputClasses(error, undefined)}
        placeholder={t('comments.write.placeholder')}
        value={value}
        readOnly={readOnly}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? optionId(Math.min(active, people.length - 1)) : undefined}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          onChange(event.target.value)
          setCursor(event.target.selectionStart)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={t('comments.write.people')}
          className="dropdown-menu show af-suggest-list"
        >
          {people.map((person, index) => (
            <ListOption
              key={person.account}
              id={optionId(index)}
              icon="user"
              text={person.name || person.account}
              note={`@${person.account}`}
              active={person === chosen}
              onPick={() => pick(person.account)}
              onPoint={() => setActive(index)}
            />
          ))}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {isOpen && t('comments.write.offered', { count: people.length })}
      </p>
      <Description hint={undefined} error={error} hintId={undefined} errorId={errorId} />
    </div>
  )
}

type Person = Comment['author']

/** The people to offer for what is typed. Until the server has answered, those of the last answer who match. */
function useOfferedPeople(path: string, typed: string | undefined): Person[] {
  const asked = usePaused(typed, 150)
  const { data = none, isPlaceholderData } = useQuery(useCommentCalls().readersQuery(path, asked))
  if (typed === undefined || (asked === typed && !isPlaceholderData)) return data
  const part = typed.toLowerCase()
  return data.filter(({ account, name }) => `${account}\n${name}`.toLowerCase().includes(part))
}

const none: Person[] = []
