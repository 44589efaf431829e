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
  const item = (
    <button
      type="button"
      {...choice}
      tabIndex={-1}
      className="dropdown-item"
      aria-disabled={disabledReason !== undefined || undefined}
      aria-describedby={disabledReason === undefined ? undefined : reasonId}
      onClick={select}
    >
      <EntryContent entry={entry} />
      {checked && <Icon name="check" size="sm" />}
    </button>
  )
  if (disabledReason === undefined) return item
  return (
    // The reason stands beside the item: it is its description, not a part of its name.
    <div role="none" className="af-menu-closed">
      {item}
      <span id={reasonId} className="af-menu-reason">
        {disabledReason}
      </span>
    </div>
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
