import { DropdownMenu } from './DropdownMenu'
import { Icon } from './Icon'
import { IconButton } from './IconButton'
import type { IconName } from './icons'
import type { ActionEntry } from './menu'
import { narrowQuery, useMediaQuery } from './useMediaQuery'

export interface RowAction extends Omit<ActionEntry, 'kind' | 'icon'> {
  icon: IconName
}

interface RowActionsProps {
  /** Accessible name of the menu. */
  label: string
  actions: readonly RowAction[]
  /** How many of them are buttons on a wide window; the others are in the menu. All of them, unless it is given. */
  buttons?: number
}

/** The actions of a table row as buttons, or as a menu on a narrow window. */
export function RowActions({ label, actions, buttons = actions.length }: RowActionsProps) {
  const shown = useMediaQuery(narrowQuery) ? 0 : buttons
  return (
    <>
      {actions.slice(0, shown).map(({ label: name, icon, disabledReason, onSelect }) => (
        <IconButton key={name} icon={icon} label={name} disabledReason={disabledReason} onClick={onSelect} />
      ))}
      {shown < actions.length && (
        <DropdownMenu
          label={label}
          trigger={<Icon name="more" />}
          buttonClassName="btn af-btn-ghost af-btn-icon"
          items={actions.slice(shown).map((action) => ({ ...action, kind: 'action' }))}
        />
      )}
    </>
  )
}
