import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutlineEntry } from '@/api/types'
import { depthOf } from '@/lib/library/outline'
import { Chip } from '@/ui/Chip'
import { Code } from '@/ui/Code'
import { classes } from '@/ui/classes'
import { Icon } from '@/ui/Icon'
import { type DropZone, zoneAt } from './outlineMoves'

interface EntryRowProps {
  entries: readonly OutlineEntry[]
  number: number
  name: string
  isCurrent: boolean
  isOpen: boolean
  isDragged: boolean
  mayDrag: boolean
  onFocus: () => void
  onToggle: (open: boolean) => void
  onDrag: (number: number | undefined) => void
  onDrop: (zone: DropZone) => void
}

const icons = { section: 'folder', module: 'module', publication: 'book', external: 'external' } as const

/** An entry of the contents as an item of a tree. */
export function EntryRow({ entries, number, name, isCurrent, isOpen, ...rest }: EntryRowProps) {
  const { isDragged, mayDrag, onFocus, onToggle, onDrag, onDrop } = rest
  const { t } = useTranslation()
  const [zone, setZone] = useState<DropZone>()
  const entry = entries[number]
  if (!entry) return null
  const isSection = entry.kind === 'section'
  const depth = depthOf(entries, number)
  const over = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setZone(zoneAt(entry.kind, height === 0 ? 0 : (event.clientY - top) / height))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setZone(undefined)
    onDrop(zone ?? 'after')
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of all its items.
    <div
      role="treeitem"
      data-entry={number}
      data-zone={zone}
      className={classes('ce-row', isDragged && 'ce-dragged')}
      style={{ paddingInlineStart: `${0.5 + depth * 1.5}rem` }}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isCurrent}
      aria-expanded={isSection ? isOpen : undefined}
      draggable={mayDrag}
      onFocus={onFocus}
      onClick={({ currentTarget }) => currentTarget.focus()}
      onDragStart={(event) => {
        event.dataTransfer?.setData('text/plain', name)
        onDrag(number)
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={over}
      onDragLeave={() => setZone(undefined)}
      onDrop={drop}
    >
      {isSection ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys open and close the item itself.
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
        <span className="ce-twisty" onClick={() => onToggle(!isOpen)}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size="sm" />
        </span>
      ) : (
        <span className="ce-twisty" />
      )}
      <Icon name={icons[entry.kind]} size="sm" />
      <span className="ce-name">
        {name} {entry.key !== undefined && entry.title !== '' && <Code>{entry.key}</Code>}{' '}
        {entry.isMissing && (
          <Chip tone="warning" icon="warning">
            {t('library.dangling')}
          </Chip>
        )}
      </span>
    </div>
  )
}
