import { useEffect, useRef } from 'react'
import { Icon } from './Icon'
import type { IconName } from './icons'

interface ListOptionProps {
  id: string
  icon: IconName
  text: string
  /** Small, behind the text: a code, say. */
  note?: string
  active: boolean
  onPick: () => void
  onPoint: () => void
}

/** A line of a list that the keys of a field walk through; the field keeps the focus. */
export function ListOption({ id, icon, text, note, active, onPick, onPoint }: ListOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) option.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the focus and answers the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field points here by aria-activedescendant.
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={active}
      className="af-option"
      data-active={active}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      onPointerMove={onPoint}
    >
      <Icon name={icon} />
      <span className="af-option-text">{text}</span>{' '}
      {note !== undefined && <span className="af-option-note">{note}</span>}
    </div>
  )
}
