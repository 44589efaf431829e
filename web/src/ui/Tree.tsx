import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { classes } from './classes'
import { TreeRowPart } from './TreeRowPart'
import { isTypedCharacter, moveByKey, rowByText, type TreeMove, typedAfter } from './treeKeys'
import { type RowCache, type TreeBranch, type TreeNode, type TreeRow, treeRows } from './treeRows'
import { useUiTexts } from './UiTexts'
import { useActiveRow } from './useActiveRow'

const treeRowHeight = 32
const rowsBeyondTheEdge = 8

interface TreeProps<Node extends TreeNode> {
  /** Accessible name. */
  label: string
  roots: TreeBranch<Node>
  /** Asked of open nodes only; undefined counts as loading. */
  branchOf: (node: Node) => TreeBranch<Node> | undefined
  isOpen: (id: string) => boolean
  onToggle: (node: Node, open: boolean) => void
  selected?: string
  onSelect: (node: Node) => void
  /** A row came into view whose page has not been read. */
  onNeed?: (parent: Node | undefined, index: number) => void
  /** Reads a branch again that could not be read. */
  onRetry?: (parent: Node | undefined) => void
  /** A mark beside the row's text; it is part of the accessible name. */
  mark?: (node: Node) => ReactNode
  /** Buttons of a row; they take the given place in the tab order. */
  actions?: (node: Node, tabIndex: 0 | -1) => ReactNode
  /** The text of an open node without children. */
  emptyText: string
  className?: string
}

/**
 * A tree of any size: only the rows in view are in the page. The focus stays on the tree, which names its active row;
 * Tab goes on to the buttons of that row.
 */
export function Tree<Node extends TreeNode>(props: TreeProps<Node>) {
  const { label, roots, branchOf, isOpen, selected, onNeed, mark, actions, emptyText, className } = props
  const id = useId()
  const texts = useUiTexts()
  const frame = useRef<HTMLDivElement>(null)
  const [cache] = useState<RowCache<Node>>(() => new WeakMap())
  const rows = useMemo(() => treeRows({ roots, branchOf, isOpen }, cache), [roots, branchOf, isOpen, cache])
  const [active, setActive] = useActiveRow(rows, selected)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => treeRowHeight,
    overscan: rowsBeyondTheEdge,
    rangeExtractor: (range) => withActive(range, active),
  })
  const shown = virtualizer.getVirtualItems()
  // Read after the items: they decide the range, also when rows have come without any scrolling.
  const { isScrolling, range, scrollToIndex } = virtualizer
  useNeeded(rows, isScrolling ? null : range, onNeed)
  useSelectionInView(rows, selected, scrollToIndex)

  const onKeyDown = useTreeKeys(props, rows, active, (index) => {
    setActive(index)
    scrollToIndex(index)
  })
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('[data-tree-actions]')) return
    const index = Number(target.closest('[data-tree-row]')?.getAttribute('data-tree-row') ?? -1)
    const row = rows[index]
    if (!row) return
    setActive(index)
    if (row.kind === 'node' && target.closest('[data-tree-toggle]')) props.onToggle(row.node, !row.open)
    else activate(props, row)
  }
  return (
    <div
      ref={frame}
      role="tree"
      aria-label={label}
      aria-busy={roots.state === 'loading'}
      aria-activedescendant={rows[active] && `${id}-${active}`}
      tabIndex={0}
      className={classes('af-tree-view', className)}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="none" className="af-tree-rows" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <TreeRowPart
                key={row.key}
                id={`${id}-${index}`}
                row={row}
                place={index}
                top={start}
                active={index === active}
                selected={row.key === selected}
                emptyText={emptyText}
                retryText={texts.retry}
                loadingText={texts.loading}
                mark={row.kind === 'node' && mark?.(row.node)}
                actions={row.kind === 'node' && actions?.(row.node, index === active ? 0 : -1)}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

/** The active row stays in the page when it is scrolled out of view: the tree names it. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range)
  return indexes.includes(active) || active >= range.count ? indexes : [...indexes, active]
}

/** A chosen node is opened with it; chosen again it is closed or opened. */
function activate<Node extends TreeNode>(
  { onSelect, onToggle, onRetry, selected }: TreeProps<Node>,
  row: TreeRow<Node>,
): void {
  if (row.kind === 'failed') onRetry?.(row.of)
  if (row.kind !== 'node') return
  const { node, open } = row
  if (node.branch && (!open || node.id === selected)) onToggle(node, !open)
  onSelect(node)
}

const rowsIn = ({ clientHeight }: HTMLElement) => Math.max(1, Math.floor(clientHeight / treeRowHeight) - 1)

function useTreeKeys<Node extends TreeNode>(
  props: TreeProps<Node>,
  rows: readonly TreeRow<Node>[],
  active: number,
  go: (index: number) => void,
) {
  const typed = useRef({ text: '', at: 0 })
  const perform = (move: TreeMove<Node>) => {
    const row = rows[active]
    if (move.kind === 'go') go(move.index)
    else if (move.kind === 'open') for (const node of move.nodes) props.onToggle(node, true)
    else if (move.kind === 'close') props.onToggle(move.node, false)
    else if (row) activate(props, row)
  }
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Enter and Space on a button of a row are the button's own.
    if (target !== currentTarget && (key === 'Enter' || key === ' ')) return
    const move = moveByKey(key, rows, active, rowsIn(currentTarget))
    if (move) {
      event.preventDefault()
      typed.current = { text: '', at: 0 }
      currentTarget.focus()
      perform(move)
    } else if (isTypedCharacter(key)) {
      typed.current = typedAfter(typed.current, key, event.timeStamp)
      const found = rowByText(rows, active, typed.current.text)
      if (found !== undefined) go(found)
    }
  }
}

/** Requests the unloaded rows in view when the scrolling stops. */
function useNeeded<Node extends TreeNode>(
  rows: readonly TreeRow<Node>[],
  range: { startIndex: number; endIndex: number } | null,
  onNeed: TreeProps<Node>['onNeed'],
): void {
  const first = range?.startIndex ?? 0
  const last = range?.endIndex ?? -1
  useEffect(() => {
    for (const row of rows.slice(first, last + 1)) if (row.kind === 'waiting') onNeed?.(row.of, row.index)
  }, [rows, first, last, onNeed])
}

/** Scrolls to the selected row once, when it is there: opening other nodes must not move the view. */
function useSelectionInView(
  rows: readonly { key: string }[],
  selected: string | undefined,
  scrollToIndex: (index: number) => void,
): void {
  const seen = useRef<string>(undefined)
  useEffect(() => {
    if (selected === seen.current) return
    const index = rows.findIndex(({ key }) => key === selected)
    if (index < 0 && selected !== undefined) return
    seen.current = selected
    if (index >= 0) scrollToIndex(index)
  }, [rows, selected, scrollToIndex])
}
