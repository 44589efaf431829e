import { useId } from 'react'
import { formatNumber } from '@/lib/format'
import { href } from '@/lib/paths'
import { classes } from '@/ui/classes'
import { Icon } from '@/ui/Icon'
import { useTooltip } from '@/ui/useTooltip'
import { hrefOf, isAt, type SidebarGroup, type SidebarItem } from './sidebarModel'

interface ItemProps {
  item: SidebarItem
  pathname: string
}

export function SidebarItemPart({ item, pathname }: ItemProps) {
  const at = isAt(item, pathname)
  return (
    <li>
      {item.disabledReason !== undefined ? (
        <ClosedItem item={item} reason={item.disabledReason} />
      ) : item.target.kind === 'action' ? (
        <button type="button" className="af-sidebar-item" onClick={item.target.run}>
          <ItemContent item={item} />
        </button>
      ) : (
        <a
          href={hrefOf(item)}
          className={classes('af-sidebar-item', at && 'af-sidebar-at')}
          aria-current={at ? 'page' : undefined}
          {...(item.target.kind === 'newTab' && { target: '_blank', rel: 'noreferrer' })}
        >
          <ItemContent item={item} />
        </a>
      )}
      {item.badge && <Badge {...item.badge} />}
    </li>
  )
}

function ClosedItem({ item, reason }: { item: SidebarItem; reason: string }) {
  const { anchorRef, id, tooltip } = useTooltip(reason, 'right')
  return (
    <>
      <button
        ref={anchorRef}
        type="button"
        className="af-sidebar-item"
        aria-disabled="true"
        aria-describedby={id}
      >
        <ItemContent item={item} />
      </button>
      {tooltip}
    </>
  )
}

/** Beside the entry, not in it: the figure leads to the list that it counts. */
function Badge({ count, label, path }: NonNullable<SidebarItem['badge']>) {
  return (
    <span className="af-sidebar-badge">
      <a href={href(path)} title={label} aria-label={`${label}: ${formatNumber(count)}`}>
        <span className="af-count af-count-accent">{formatNumber(count)}</span>
      </a>
    </span>
  )
}

function ItemContent({ item: { icon, label, target } }: { item: SidebarItem }) {
  return (
    <>
      <Icon name={icon} />
      <span className="af-sidebar-label">{label}</span>
      {target.kind === 'newTab' && <Icon name="external" size="sm" />}
    </>
  )
}

interface GroupProps {
  group: SidebarGroup
  pathname: string
  open: boolean
  onToggle: () => void
}

export function SidebarGroupPart({ group, pathname, open, onToggle }: GroupProps) {
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className="af-sidebar-item"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon name={group.icon} />
        <span className="af-sidebar-label">{group.label}</span>
        <Icon name="chevronDown" size="sm" className="af-sidebar-chevron" />
      </button>
      <ul id={id} className="af-sidebar-list af-sidebar-sub" hidden={!open}>
        {group.items.map((item) => (
          <SidebarItemPart key={hrefOf(item) ?? item.label} item={item} pathname={pathname} />
        ))}
      </ul>
    </li>
  )
}
