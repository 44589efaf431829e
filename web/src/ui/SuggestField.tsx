import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { indexAfterKey } from './arrowKeys'
import { classes } from './classes'
import { Description, useDescription } from './FieldFrame'
import { useDismiss } from './floating'
import { IconButton } from './IconButton'
import type { IconName } from './icons'
import { ListOption } from './ListOption'
import { useUiTexts } from './UiTexts'
import { useMergedRef } from './useMergedRef'

export interface Suggestion {
  id: string
  icon: IconName
  text: string
  /** Small, behind the text: a code, say. */
  note?: string
}

interface SuggestFieldProps<Item extends Suggestion> {
  label: string
  value: string
  onChange: (value: string) => void
  /** For Enter and the icon. */
  onSearch: (value: string) => void
  /** Completions of the text; none for an empty list. */
  suggestions: readonly Item[]
  suggestionsLabel: string
  onPick: (suggestion: Item) => void
  placeholder?: string
  error?: string
  inputRef?: Ref<HTMLInputElement>
}

/** A search field with suggestions while the user types. */
export function SuggestField<Item extends Suggestion>(props: SuggestFieldProps<Item>) {
  const { label, value, onChange, onSearch, suggestions, onPick, error } = props
  const id = useId()
  const texts = useUiTexts()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const setRef = useMergedRef(setField, props.inputRef)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState(false)
  // Nothing is chosen until an arrow key says so: Enter must search for what was typed.
  const [active, setActive] = useState<number>()
  const { errorId, describedBy } = useDescription(undefined, error)
  const open = asked && suggestions.length > 0
  const chosen = open && active !== undefined ? suggestions[active] : undefined
  const close = () => {
    setAsked(false)
    setActive(undefined)
  }
  useDismiss(open, [frame], close)
  const search = (text: string) => {
    close()
    onSearch(text)
  }
  const pick = (suggestion: Item) => {
    close()
    onPick(suggestion)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses the same keys to choose its characters.
    if (event.nativeEvent.isComposing) return
    const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    if (event.key === 'Enter') chosen ? pick(chosen) : search(value)
    else if (event.key === 'Tab') return close()
    else if (arrow && suggestions.length > 0) {
      const from = active ?? (event.key === 'ArrowDown' ? -1 : 0)
      setAsked(true)
      setActive(indexAfterKey(event.key, from, suggestions.length, 'vertical'))
    } else return
    event.preventDefault()
  }
  const optionId = (index: number) => `${id}-option-${index}`
  return (
    <div ref={setFrame} className="af-suggest">
      <div className="af-input-frame af-search">
        <label htmlFor={id} className="visually-hidden">
          {label}
        </label>
        <input
          ref={setRef}
          id={id}
          // A field of type search would lose its text to the Escape that closes the list.
          type="text"
          enterKeyHint="search"
          role="combobox"
          className={classes('form-control', error !== undefined && 'is-invalid')}
          autoComplete="off"
          spellCheck={false}
          value={value}
          placeholder={props.placeholder}
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={chosen && active !== undefined ? optionId(active) : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy}
          onChange={(event) => {
            onChange(event.target.value)
            setAsked(true)
            setActive(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        <span className="af-input-action d-flex align-items-center">
          {value !== '' && (
            <IconButton
              icon="close"
              label={texts.clear}
              onClick={() => {
                close()
                onChange('')
                // The button goes away with the text.
                field?.focus()
              }}
            />
          )}
          <IconButton icon="search" label={label} onClick={() => search(value)} />
        </span>
      </div>
      {open && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={props.suggestionsLabel}
          className="dropdown-menu show af-suggest-list"
        >
          {suggestions.map((suggestion, index) => (
            <ListOption
              key={suggestion.id}
              id={optionId(index)}
              icon={suggestion.icon}
              text={suggestion.text}
              note={suggestion.note}
              active={index === active}
              onPick={() => pick(suggestion)}
              onPoint={() => setActive(index)}
            />
          ))}
        </div>
      )}
      <Description hint={undefined} error={error} hintId={undefined} errorId={errorId} />
    </div>
  )
}
