import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import { useUiTexts } from './UiTexts'
import { useMergedRef } from './useMergedRef'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  /** For Enter and the icon; without it the field only filters what is on the page. */
  onSearch?: (value: string) => void
  placeholder?: string
  size?: 'sm' | 'md'
  className?: string
  inputRef?: Ref<HTMLInputElement>
}

export function SearchField({
  label,
  value,
  onChange,
  onSearch,
  placeholder,
  size = 'md',
  className,
  inputRef,
}: SearchFieldProps) {
  const id = useId()
  const texts = useUiTexts()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const setRef = useMergedRef(setField, inputRef)
  const clear = () => {
    onChange('')
    // The button goes away with the text.
    field?.focus()
  }
  const searchOnEnter = (event: KeyboardEvent) => {
    // An input method takes its characters with Enter, too.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSearch?.(value)
  }
  return (
    <div className={classes('af-input-frame af-search', size === 'sm' && 'af-search-sm', className)}>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        ref={setRef}
        id={id}
        type="search"
        className="form-control"
        autoComplete="off"
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={searchOnEnter}
      />
      <span className="af-input-action d-flex align-items-center">
        {value !== '' && <IconButton icon="close" label={texts.clear} onClick={clear} />}
        {onSearch ? (
          <IconButton icon="search" label={label} onClick={() => onSearch(value)} />
        ) : (
          <Icon name="search" className="af-search-mark" />
        )}
      </span>
    </div>
  )
}
