import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { indexAfterKey } from './arrowKeys'
import { useDismiss, useFloat } from './floating'
import { MenuEntry } from './MenuEntry'
import { type MenuItem, menuGroups } from './menu'

interface DropdownMenuProps {
  /** Names button and menu. */
  label: string
  trigger: ReactNode
  items: readonly MenuItem[]
  align?: 'start' | 'end'
  buttonClassName?: string
}

export function DropdownMenu({
  label,
  trigger,
  items,
  align = 'end',
  buttonClassName = 'btn af-btn-ghost',
}: DropdownMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null)
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  useFloat(anchor, menu, { placement: `bottom-${align}`, distance: 4 })
  const close = () => {
    setOpen(false)
    anchor?.focus()
  }
  useDismiss(open, [anchor, menu], close)
  useEffect(() => {
    if (menu) entriesOf(menu)[0]?.focus()
  }, [menu])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const entries = entriesOf(event.currentTarget)
    const focused = document.activeElement
    const current = focused instanceof HTMLElement ? entries.indexOf(focused) : -1
    const next =
      indexAfterKey(event.key, current, entries.length, 'vertical') ?? byLetter(entries, current, event.key)
    if (event.key === 'Tab') close()
    else if (next !== undefined) entries[next]?.focus()
    else return
    event.preventDefault()
  }

  return (
    <>
      <button
        ref={setAnchor}
        type="button"
        className={buttonClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={setMenu}
          id={id}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className="dropdown-menu show af-menu"
          onKeyDown={onKeyDown}
        >
          {menuGroups(items).map((group) => (
            <MenuGroup key={group.key} header={group.header}>
              {group.entries.map((entry) =>
                entry.kind === 'divider' ? (
                  <hr key={entry.key} className="dropdown-divider" />
                ) : (
                  <MenuEntry key={entry.label} entry={entry} onDone={close} />
                ),
              )}
            </MenuGroup>
          ))}
        </div>
      )}
    </>
  )
}

function MenuGroup({ header, children }: { header: string | undefined; children: ReactNode }) {
  if (header === undefined) return children
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu.
    <div role="group" aria-label={header}>
      <div className="dropdown-header" aria-hidden="true">
        {header}
      </div>
      {children}
    </div>
  )
}

function entriesOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')]
}

function byLetter(entries: HTMLElement[], current: number, key: string): number | undefined {
  if (key.length !== 1 || key === ' ') return undefined
  const startsWithKey = (entry: HTMLElement) =>
    entry.textContent?.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()) ?? false
  const order = entries.map((_, step) => (current + 1 + step) % entries.length)
  return order.find((index) => {
    const entry = entries[index]
    return entry !== undefined && startsWithKey(entry)
  })
}
