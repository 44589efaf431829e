import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { indexAfterKey } from './arrowKeys'
import { classes } from './classes'
import { DropdownMenu } from './DropdownMenu'
import { Icon } from './Icon'
import type { IconName } from './icons'

interface Tab<Id extends string> {
  id: Id
  label: string
  icon?: IconName
  count?: number
  content: ReactNode
}

interface TabsProps<Id extends string> {
  /** Names the row of tabs. */
  label: string
  tabs: readonly Tab<Id>[]
  active: Id
  onChange: (id: Id) => void
  /** At the end of the row of tabs. */
  action?: ReactNode
  /** Puts the row of tabs into a bar with other things. */
  bar?: (row: ReactNode) => ReactNode
  /** A menu in place of the row, where there is no room for it. */
  asMenu?: boolean
  /** A column beside the content in place of the row above it, for many tabs. */
  atSide?: boolean
}

export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { tabs, active, action, bar, asMenu, atSide } = props
  const id = useId()
  const row = asMenu ? <TabMenu {...props} /> : <TabRow id={id} {...props} />
  const content = tabs.find((tab) => tab.id === active)?.content
  const panel = asMenu ? (
    <div className="af-tab-panel">{content}</div>
  ) : (
    <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${active}`} className="af-tab-panel">
      {content}
    </div>
  )
  if (atSide && !asMenu) {
    return (
      <div className="af-side-tabs">
        {row}
        {panel}
      </div>
    )
  }
  return (
    <>
      {bar ? (
        bar(row)
      ) : (
        <div className="af-tab-row">
          {row}
          {action}
        </div>
      )}
      {panel}
    </>
  )
}

function TabMenu<Id extends string>({ label, tabs, active, onChange }: TabsProps<Id>) {
  const shown = tabs.find((tab) => tab.id === active)?.label
  return (
    <DropdownMenu
      label={`${label}: ${shown}`}
      align="start"
      trigger={
        <>
          {shown}
          <Icon name="chevronDown" size="sm" />
        </>
      }
      items={tabs.map((tab) => ({
        kind: 'action',
        label: tab.label,
        icon: tab.icon,
        badge: tab.count,
        checked: tab.id === active,
        onSelect: () => onChange(tab.id),
      }))}
      buttonClassName="btn af-btn-secondary"
    />
  )
}

function TabRow<Id extends string>({
  id,
  label,
  tabs,
  active,
  onChange,
  atSide,
}: TabsProps<Id> & { id: string }) {
  const direction = atSide ? 'vertical' : 'horizontal'
  const list = useRef<HTMLDivElement>(null)
  const index = tabs.findIndex((tab) => tab.id === active)
  useEffect(() => {
    const [row, tab] = [list.current, list.current?.querySelectorAll('button')[index]]
    if (!row || !tab) return
    const showTab = () => {
      // The row alone is scrolled: the page must not jump to tabs below its edge.
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2
    }
    showTab()
    // A turned telephone, another language and a count that comes late move the tab out of sight.
    const observer = new ResizeObserver(showTab)
    observer.observe(row)
    for (const each of row.children) observer.observe(each)
    return () => observer.disconnect()
  }, [index])
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, index, tabs.length, direction)
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelectorAll('button')[next ?? 0]?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      aria-orientation={direction}
      className={classes('nav', atSide ? 'af-tab-column' : 'nav-underline-border')}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${id}-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === active}
          aria-controls={tab.id === active ? `${id}-panel` : undefined}
          tabIndex={tab.id === active ? 0 : -1}
          className={classes('nav-link', tab.id === active && 'active')}
          onClick={() => onChange(tab.id)}
        >
          {tab.icon && <Icon name={tab.icon} />}
          {tab.label}
          {tab.count !== undefined && <span className="af-count">{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
