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
}

/** The actions of a table row as buttons, or as a menu on a narrow window. */
export function RowActions({ label, actions }: RowActionsProps) {
  const narrow = useMediaQuery(narrowQuery)
  if (narrow) {
    return (
      <DropdownMenu
        label={label}
        trigger={<Icon name="more" />}
        buttonClassName="btn af-btn-ghost af-btn-icon"
        items={actions.map((action) => ({ ...action, kind: 'action' }))}
      />
    )
  }
  return actions.map(({ label: name, icon, disabledReason, onSelect }) => (
    <IconButton key={name} icon={icon} label={name} disabledReason={disabledReason} onClick={onSelect} />
  ))
}
