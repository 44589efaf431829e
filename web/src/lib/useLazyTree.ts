import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { createStore, type Store, useStore } from '@/ui/store'
import type { TreeBranch, TreeNode } from '@/ui/treeRows'

/** Some of a node's children, and how many there are in all. */
export interface TreePage<Node> {
  total: number
  items: readonly Node[]
}

/** Reads one page of a node's children; its `queryKey` must tell pages apart. */
interface TreePageQuery<Node> {
  queryKey: QueryKey
  queryFn: () => Promise<TreePage<Node>>
}

interface OpenNode<Node> {
  node: Node
  /** The requested pages, counted from 1. */
  pages: readonly number[]
}

/** The open nodes. Created outside of a component, the state survives it. */
export type TreeState<Node> = Store<ReadonlyMap<string, OpenNode<Node>>>

export function createTreeState<Node>(): TreeState<Node> {
  return createStore<ReadonlyMap<string, OpenNode<Node>>>(new Map())
}

/** Opens a node, at its first page or at the page where one wants to look. */
export function openNode<Node extends TreeNode>(state: TreeState<Node>, node: Node, page = 1): void {
  const pages = state.get().get(node.id)?.pages ?? []
  // The first page says how many there are.
  const wanted = [...new Set([...pages, 1, page])]
  if (wanted.length > pages.length) state.set(new Map(state.get()).set(node.id, { node, pages: wanted }))
}

const mostPagesAtOnce = 50

/** Reads the first pages of a node: how long an open tree is depends on all of its branches. */
function openPages<Node extends TreeNode>(state: TreeState<Node>, node: Node, count: number): void {
  const wanted = Array.from({ length: Math.min(count, mostPagesAtOnce) }, (_, index) => index + 1)
  const pages = state.get().get(node.id)?.pages ?? []
  const all = [...new Set([...pages, ...wanted])]
  if (all.length > pages.length) state.set(new Map(state.get()).set(node.id, { node, pages: all }))
}

/** Nodes that were opened together with one command. */
export interface OpenSubtree<Node> {
  /** The prefix of their ids. */
  below: string
  /** The node they stand in, where its own id has another prefix. */
  host?: string
  /** Those that were closed again. */
  closed: ReadonlySet<string>
  /** The number of children that a node announces before they are loaded. */
  sizeOf: (node: Node) => number
}

/** Closes all nodes that `gone` names, such as those of a deleted database. */
export function closeNodes<Node>(state: TreeState<Node>, gone: (id: string) => boolean): void {
  const kept = [...state.get()].filter(([id]) => !gone(id))
  if (kept.length < state.get().size) state.set(new Map(kept))
}

interface LazyTree<Node> {
  state: TreeState<Node>
  /** Set while everything of a part of the tree is open. */
  all?: Store<OpenSubtree<Node> | undefined>
  pageSize: number
  /** Must be the same function as long as it reads the same. */
  children: (node: Node, page: number) => TreePageQuery<Node>
  /** Whether an open node is still in the tree; all are when left out. Must be the same function likewise. */
  isThere?: (node: Node) => boolean
}

/** The branches of a tree, each read when its node is opened, page by page as they come into view. For `Tree`. */
export function useLazyTree<Node extends TreeNode>(tree: LazyTree<Node>) {
  const { state, pageSize, children, isThere } = tree
  const [none] = useState(() => createStore<OpenSubtree<Node> | undefined>(undefined))
  const all = tree.all ?? none
  const open = useStore(state)
  const everything = useStore(all)
  const asked = useMemo(
    () =>
      [...open.values()]
        .filter(({ node }) => isThere?.(node) ?? true)
        .flatMap(({ node, pages }) => pages.map((page) => ({ node, page }))),
    [open, isThere],
  )
  const results = useQueries({
    // A person comes back to the window more often than the library changes; events tell when it does.
    queries: asked.map(({ node, page }) => ({ ...children(node, page), refetchOnWindowFocus: false })),
  })
  const [known] = useState(() => new Map<string, CachedBranch<Node>>())
  const branches = useMemo(
    () => branchesOf(asked, results, pageSize, known),
    [asked, results, pageSize, known],
  )

  useEffect(() => {
    if (!everything) return
    asked.forEach(({ node, page }, index) => {
      const data = page === 1 ? results[index]?.data : undefined
      const holdsBranches = data?.items.some(({ branch }) => branch)
      const isWithin = node.id === everything.host || `${node.id}/`.startsWith(everything.below)
      if (data && holdsBranches && isWithin) {
        openPages(state, node, Math.ceil(data.total / pageSize))
      }
    })
  }, [everything, asked, results, state, pageSize])

  const onToggle = useCallback(
    (node: Node, wanted: boolean) => {
      const opened = all.get()
      if (opened && node.id.startsWith(opened.below)) {
        const closed = new Set(opened.closed)
        if (wanted) closed.delete(node.id)
        else closed.add(node.id)
        all.set({ ...opened, closed })
      }
      if (wanted) openNode(state, node)
      else closeNodes(state, (id) => id === node.id)
    },
    [state, all],
  )
  const onNeed = useCallback(
    (parent: Node | undefined, index: number) => {
      if (parent) openNode(state, parent, Math.floor(index / pageSize) + 1)
    },
    [state, pageSize],
  )
  const [unreads] = useState(() => new WeakMap<Node, TreeBranch<Node>>())
  const isOpenWithAll = useCallback(
    (id: string) => everything !== undefined && id.startsWith(everything.below) && !everything.closed.has(id),
    [everything],
  )
  return {
    branchOf: useCallback(
      (node: Node): TreeBranch<Node> | undefined => {
        const branch = branches.get(node.id)
        // Nodes opened with all others load when they come into view; their space is reserved.
        if (everything && isOpenWithAll(node.id) && branch?.state !== 'ready' && branch?.state !== 'failed') {
          const unread = unreads.get(node) ?? unreadBranch(everything.sizeOf(node))
          unreads.set(node, unread)
          return unread
        }
        return branch
      },
      [branches, everything, isOpenWithAll, unreads],
    ),
    isOpen: useCallback((id: string) => open.has(id) || isOpenWithAll(id), [open, isOpenWithAll]),
    onToggle,
    onNeed,
    onRetry: (parent: Node | undefined) => {
      asked.forEach(({ node }, index) => {
        const result = results[index]
        if (node.id === parent?.id && result?.isError) void result.refetch()
      })
    },
  }
}

/** Space for children that are not loaded. */
function unreadBranch<Node extends TreeNode>(total: number): TreeBranch<Node> {
  return { state: 'ready', total, at: () => undefined }
}

interface PageResult<Node> {
  data: TreePage<Node> | undefined
  error: Error | null
  isFetching: boolean
}

interface CachedBranch<Node extends TreeNode> {
  /** Its inputs. */
  from: readonly unknown[]
  branch: TreeBranch<Node>
}

/** The branches of the nodes that are open; one whose pages are as before is the very same as before. */
function branchesOf<Node extends TreeNode>(
  asked: readonly { node: Node; page: number }[],
  results: readonly PageResult<Node>[],
  pageSize: number,
  known: Map<string, CachedBranch<Node>>,
): Map<string, TreeBranch<Node>> {
  const pages = new Map<string, Map<number, PageResult<Node>>>()
  asked.forEach(({ node, page }, index) => {
    const result = results[index]
    if (!result) return
    const ofNode = pages.get(node.id) ?? new Map<number, PageResult<Node>>()
    pages.set(node.id, ofNode.set(page, result))
  })
  const branches = new Map<string, TreeBranch<Node>>()
  for (const [id, ofNode] of pages) {
    const from = [...ofNode].flatMap(([page, { data, error, isFetching }]) => [
      page,
      data ?? error ?? isFetching,
    ])
    const before = known.get(id)
    const isSame =
      before?.from.length === from.length && from.every((each, index) => each === before.from[index])
    const branch = before && isSame ? before.branch : branchOf(ofNode, pageSize)
    if (!isSame) known.set(id, { from, branch })
    branches.set(id, branch)
  }
  return branches
}

function branchOf<Node extends TreeNode>(
  pages: ReadonlyMap<number, PageResult<Node>>,
  pageSize: number,
): TreeBranch<Node> {
  const first = pages.get(1)
  if (first?.data) {
    return {
      state: 'ready',
      total: first.data.total,
      at: (index) => pages.get(Math.floor(index / pageSize) + 1)?.data?.items[index % pageSize],
    }
  }
  if (first?.error && !first.isFetching) return { state: 'failed', message: first.error.message }
  return { state: 'loading' }
}
