import type { IconName } from './icons'

export interface TreeNode {
  /** Unique in the whole tree. */
  id: string
  label: string
  icon: IconName
  /** Whether the node can be opened. */
  branch: boolean
  /** The part of its name that its neighbours share, behind the label. */
  rest?: string
  /** A code that stands before the label. */
  prefix?: string
  /** A small text behind the label. */
  note?: string
  /** For an entry without a target, such as one whose module is missing. */
  muted?: boolean
}

/** The children of a node, or the roots: loading, failed, or loaded in part or whole. */
export type TreeBranch<Node extends TreeNode> =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | {
      state: 'ready'
      total: number
      /** Undefined while the page that holds it has not been read. */
      at: (index: number) => Node | undefined
    }

interface RowPosition {
  /** Tells rows apart, also those that stand for no node yet. */
  key: string
  level: number
  /** The row of the parent, -1 for the roots. */
  parent: number
}

export type TreeRow<Node extends TreeNode> = RowPosition &
  (
    | { kind: 'node'; node: Node; index: number; size: number; open: boolean; busy: boolean }
    /** Its page has not been read. */
    | { kind: 'waiting'; of: Node | undefined; index: number; size: number }
    | { kind: 'failed'; of: Node | undefined; message: string }
    | { kind: 'empty' }
  )

export interface TreeSource<Node extends TreeNode> {
  roots: TreeBranch<Node>
  /** Asked of open nodes only; undefined counts as loading. */
  branchOf: (node: Node) => TreeBranch<Node> | undefined
  isOpen: (id: string) => boolean
}

/** Rows that were made before, for branches that are still the same: a large tree changes in few places at a time. */
export type RowCache<Node extends TreeNode> = WeakMap<TreeBranch<Node>, CachedRows<Node>>

interface CachedRows<Node extends TreeNode> {
  level: number
  parent: number
  rows: readonly TreeRow<Node>[]
  /** Nodes among them that can be opened; then the rows are others. */
  closed: readonly Node[]
}

/** The rows a person sees, from the first to the last; opened nodes are followed by their children. */
export function treeRows<Node extends TreeNode>(
  source: TreeSource<Node>,
  cache: RowCache<Node> = new WeakMap(),
): TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = []
  addBranch(rows, { ...source, cache }, source.roots, { of: undefined, level: 1, parent: -1 })
  return rows
}

interface Under<Node> {
  of: Node | undefined
  level: number
  parent: number
}

function addBranch<Node extends TreeNode>(
  rows: TreeRow<Node>[],
  source: TreeSource<Node> & { cache: RowCache<Node> },
  branch: TreeBranch<Node>,
  { of, level, parent }: Under<Node>,
): void {
  const key = of?.id ?? ''
  if (branch.state === 'loading') return
  if (branch.state === 'failed') {
    rows.push({ kind: 'failed', key: `${key}#failed`, of, level, parent, message: branch.message })
    return
  }
  const kept = rowsAsBefore(source, branch, level, parent)
  if (kept) {
    for (const row of kept) rows.push(row)
    return
  }
  const first = rows.length
  const closed: Node[] = []
  let isFlat = true
  if (branch.total === 0 && of) rows.push({ kind: 'empty', key: `${key}#empty`, level, parent })
  for (let index = 0; index < branch.total; index++) {
    const node = branch.at(index)
    if (node === undefined) {
      rows.push({ kind: 'waiting', key: `${key}#${index}`, of, level, parent, index, size: branch.total })
      continue
    }
    const open = node.branch && source.isOpen(node.id)
    const children = open ? (source.branchOf(node) ?? loading) : undefined
    const busy = children?.state === 'loading'
    rows.push({ kind: 'node', key: node.id, node, level, parent, index, size: branch.total, open, busy })
    if (node.branch) closed.push(node)
    if (!children) continue
    isFlat = false
    addBranch(rows, source, children, { of: node, level: level + 1, parent: rows.length - 1 })
  }
  if (isFlat) source.cache.set(branch, { level, parent, rows: rows.slice(first), closed })
}

function rowsAsBefore<Node extends TreeNode>(
  { cache, isOpen }: TreeSource<Node> & { cache: RowCache<Node> },
  branch: TreeBranch<Node>,
  level: number,
  parent: number,
): readonly TreeRow<Node>[] | undefined {
  const kept = cache.get(branch)
  if (kept?.level !== level || kept.parent !== parent) return undefined
  return kept.closed.some(({ id }) => isOpen(id)) ? undefined : kept.rows
}

const loading = { state: 'loading' } as const
