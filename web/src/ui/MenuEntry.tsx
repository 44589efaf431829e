import { useId } from 'react'
import { Icon } from './Icon'
import type { ActionEntry, LinkEntry } from './menu'

interface MenuEntryProps {
  entry: LinkEntry | ActionEntry
  onDone: () => void
}

export function MenuEntry({ entry, onDone }: MenuEntryProps) {
  return entry.kind === 'link' ? (
    <a
      role="menuitem"
      tabIndex={-1}
      href={entry.href}
      className="dropdown-item"
      {...(entry.external && { target: '_blank', rel: 'noreferrer' })}
      onClick={onDone}
    >
      <EntryContent entry={entry} />
    </a>
  ) : (
    <ActionItem entry={entry} onDone={onDone} />
  )
}

function ActionItem({ entry, onDone }: { entry: ActionEntry; onDone: () => void }) {
  const reasonId = useId()
  const { checked, many, disabledReason, onSelect } = entry
  const select = () => {
    if (disabledReason !== undefined) return
    onDone()
    onSelect()
  }
  const choice =
    checked === undefined
      ? { role: 'menuitem' }
      : { role: many ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': checked }
  return (
    <button
      type="button"
      {...choice}
      tabIndex={-1}
      className="dropdown-item"
      // The reason is the description; without this it would be read with the name too.
      aria-label={disabledReason === undefined ? undefined : entry.label}
      aria-disabled={disabledReason !== undefined || undefined}
      aria-describedby={disabledReason === undefined ? undefined : reasonId}
      onClick={select}
    >
      <EntryContent entry={entry} />
      {disabledReason !== undefined && (
        <span id={reasonId} className="af-menu-reason">
          {disabledReason}
        </span>
      )}
      {checked && <Icon name="check" size="sm" />}
    </button>
  )
}

function EntryContent({ entry: { icon, label, badge } }: { entry: LinkEntry | ActionEntry }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className="af-menu-label">{label}</span>{' '}
      {badge !== undefined && <span className="af-count">{badge}</span>}
    </>
  )
}
