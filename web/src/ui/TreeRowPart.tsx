import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import { Skeleton } from './Skeleton'
import type { TreeNode, TreeRow } from './treeRows'

interface TreeRowPartProps {
  id: string
  row: TreeRow<TreeNode>
  /** Its number among all rows, by which the tree knows a click. */
  place: number
  top: number
  active: boolean
  selected: boolean
  emptyText: string
  retryText: string
  loadingText: string
  mark: ReactNode
  actions: ReactNode
}

const indentRem = 0.75

/** One row. It has no handlers of its own: the tree hears clicks and keys for all. */
export function TreeRowPart({
  id,
  row,
  place,
  top,
  active,
  selected,
  mark,
  actions,
  ...texts
}: TreeRowPartProps) {
  const isNode = row.kind === 'node'
  const counted = isNode || row.kind === 'waiting'
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names this row its active one.
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={counted ? row.index + 1 : undefined}
      aria-setsize={counted ? row.size : undefined}
      aria-expanded={isNode && row.node.branch ? row.open : undefined}
      aria-selected={selected}
      aria-busy={(isNode && row.busy) || row.kind === 'waiting' || undefined}
      aria-disabled={row.kind === 'empty' || row.kind === 'waiting' || undefined}
      aria-labelledby={mark ? `${id}-name ${id}-mark` : `${id}-name`}
      data-tree-row={place}
      data-active={active}
      className="af-tree-row"
      // Not moved by a transform: a tooltip inside would be cut off at the edge of the tree.
      style={{ top, paddingInlineStart: `${(row.level - 1) * indentRem + 0.25}rem` }}
    >
      {isNode ? (
        <NodeContent id={id} row={row} mark={mark} actions={actions} />
      ) : (
        <MessageContent id={id} row={row} {...texts} />
      )}
    </div>
  )
}

function NodeContent({
  id,
  row: { node, open, busy },
  mark,
  actions,
}: {
  id: string
  row: TreeRow<TreeNode> & { kind: 'node' }
  mark: ReactNode
  actions: ReactNode
}) {
  const { label, rest, prefix, note, icon, muted, branch } = node
  return (
    <>
      <span className="af-tree-toggle" data-tree-toggle={branch || undefined} aria-hidden="true">
        {busy ? (
          <span className="af-spinner" />
        ) : (
          branch && <Icon name={open ? 'chevronDown' : 'chevronRight'} />
        )}
      </span>
      <Icon name={icon} className="af-tree-icon" />
      <span
        id={`${id}-name`}
        className={classes('af-tree-label', muted && 'af-tree-muted')}
        title={[prefix, label, rest].filter(Boolean).join(' ')}
      >
        {prefix && <span className="af-tree-prefix">{prefix}</span>} {label}{' '}
        {rest && <span className="af-tree-rest">{rest}</span>}
      </span>
      {mark && (
        <span id={`${id}-mark`} className="af-tree-mark">
          {mark}
        </span>
      )}
      {note !== undefined && <span className="af-tree-note">{note}</span>}
      {actions && (
        <span className="af-tree-actions" data-tree-actions>
          {actions}
        </span>
      )}
    </>
  )
}

function MessageContent({
  id,
  row,
  emptyText,
  retryText,
  loadingText,
}: {
  id: string
  row: Exclude<TreeRow<TreeNode>, { kind: 'node' }>
  emptyText: string
  retryText: string
  loadingText: string
}) {
  if (row.kind === 'waiting') {
    return (
      <span className="af-tree-waiting">
        <span id={`${id}-name`} className="visually-hidden">
          {loadingText}
        </span>
        <Skeleton width={`${50 + ((row.index * 17) % 40)}%`} />
      </span>
    )
  }
  return (
    <>
      <span className="af-tree-toggle" aria-hidden="true" />
      {row.kind === 'failed' ? (
        <span id={`${id}-name`} className="af-tree-label af-tree-failed" title={row.message}>
          <Icon name="reload" size="sm" /> {row.message} {retryText}
        </span>
      ) : (
        <span id={`${id}-name`} className="af-tree-label af-tree-muted">
          {emptyText}
        </span>
      )}
    </>
  )
}
