import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { indexAfterKey } from './arrowKeys'
import { FieldFrame, type FieldProps } from './FieldFrame'
import { useDismiss, useFloat } from './floating'
import { Icon } from './Icon'
import type { Option } from './option'
import { useUiTexts } from './UiTexts'

const changeDelay = 1000

interface MultiSelectProps extends Omit<FieldProps, 'error' | 'required'> {
  options: readonly Option[]
  value: readonly string[]
  /** Called once the user has paused for the change delay, so that a list is not reloaded at every click. */
  onChange: (value: string[]) => void
  /** Shown while nothing is chosen. */
  placeholder: string
}

export function MultiSelect({ options, value, onChange, placeholder, ...frame }: MultiSelectProps) {
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [list, setList] = useState<HTMLElement | null>(null)
  const { chosen, toggle } = useDelayedChoice(options, value, onChange)
  const texts = useUiTexts()
  useFloat(anchor, list, { placement: 'bottom-start', distance: 4 })
  const close = () => {
    setOpen(false)
    anchor?.focus()
  }
  useDismiss(open, [anchor, list], close)
  useEffect(() => list?.focus(), [list])

  const only = chosen.length === 1 ? options.find((option) => option.value === chosen[0])?.label : undefined
  const summary = chosen.length === 0 ? placeholder : (only ?? texts.selected(chosen.length))
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <>
          <button
            {...control}
            ref={setAnchor}
            type="button"
            className="btn af-btn-secondary af-multi"
            aria-haspopup="listbox"
            aria-expanded={open}
            aria-label={`${frame.label}: ${summary}`}
            onClick={() => setOpen(!open)}
          >
            <span className="text-truncate">{summary}</span>
            <Icon name="chevronDown" size="sm" />
          </button>
          {open && (
            <OptionList
              ref={setList}
              label={frame.label}
              options={options}
              chosen={chosen}
              onToggle={toggle}
              onClose={close}
            />
          )}
        </>
      )}
    </FieldFrame>
  )
}

interface PendingChange {
  choice: string[]
  /** The value it was chosen over. */
  over: string
  told: boolean
}

/**
 * Shows a choice at once and reports it after the delay, or when it leaves the page before; a new value from outside
 * wins over what is pending.
 */
function useDelayedChoice(
  options: readonly Option[],
  value: readonly string[],
  onChange: (value: string[]) => void,
) {
  const [pending, setPending] = useState<PendingChange>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const over = value.join('\n')
  const report = useRef<() => void>(undefined)
  useEffect(() => {
    // A pending change of an older value is dropped.
    const wanted = pending?.over === over && !pending.told
    report.current = wanted ? () => onChange(pending.choice) : undefined
  }, [pending, over, onChange])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      report.current?.()
    },
    [],
  )

  const chosen = pending?.over === over ? pending.choice : value
  const toggle = (toggled: string) => {
    const choice = options
      .map((option) => option.value)
      .filter((each) => (each === toggled ? !chosen.includes(each) : chosen.includes(each)))
    setPending({ choice, over, told: false })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      report.current?.()
      setPending((now) => now && { ...now, told: true })
    }, changeDelay)
  }
  return { chosen, toggle }
}

interface OptionListProps {
  ref: (element: HTMLElement | null) => void
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  onClose: () => void
}

function OptionList({ ref, label, options, chosen, onToggle, onClose }: OptionListProps) {
  const id = useId()
  const texts = useUiTexts()
  const [active, setActive] = useState(0)
  const choose = (index: number) => {
    const option = options[index]
    if (option && !option.disabled) onToggle(option.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, active, options.length, 'vertical')
    if (next !== undefined) setActive(next)
    else if (event.key === ' ' || event.key === 'Enter') choose(active)
    else if (event.key === 'Tab') onClose()
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={ref}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
      className="dropdown-menu show af-multi-list"
      onKeyDown={onKeyDown}
    >
      {options.length === 0 && <div className="af-option text-body-secondary">{texts.noOptions}</div>}
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for its options.
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          className="af-option"
          aria-selected={chosen.includes(option.value)}
          aria-disabled={option.disabled || undefined}
          data-active={index === active}
          onPointerMove={() => setActive(index)}
          onClick={() => choose(index)}
        >
          <Icon name="check" size="sm" className={chosen.includes(option.value) ? undefined : 'invisible'} />
          {option.label}
        </div>
      ))}
    </div>
  )
}
