import type { IconName } from './icons'

interface EntryBase {
  label: string
  icon?: IconName
  /** A count; zero is shown too. */
  badge?: number
}

export interface LinkEntry extends EntryBase {
  kind: 'link'
  href: string
  /** Opens in a new tab. */
  external?: boolean
}

export interface ActionEntry extends EntryBase {
  kind: 'action'
  onSelect: () => void
  disabledReason?: string
  /** For one of several choices, such as the language. */
  checked?: boolean
  /** Whether several may be checked at once. */
  many?: boolean
}

export type MenuItem = { kind: 'header'; label: string } | { kind: 'divider' } | LinkEntry | ActionEntry

interface MenuGroup {
  key: string
  header: string | undefined
  entries: (LinkEntry | ActionEntry | { kind: 'divider'; key: string })[]
}

/** Puts the entries after a header under it; a menu tells screen readers its groups by nesting. */
export function menuGroups(items: readonly MenuItem[]): MenuGroup[] {
  const groups: MenuGroup[] = []
  for (const [index, item] of items.entries()) {
    const group = groups.at(-1)
    if (item.kind === 'header') groups.push({ key: item.label, header: item.label, entries: [] })
    else {
      const entry = item.kind === 'divider' ? { ...item, key: `divider-${index}` } : item
      if (group) group.entries.push(entry)
      else groups.push({ key: 'first', header: undefined, entries: [entry] })
    }
  }
  return groups
}
