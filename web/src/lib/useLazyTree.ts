import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
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
  /** The pages that somebody has looked at, counted from 1. */
  pages: readonly number[]
}

/** Which nodes are open. Made outside of a component it outlives it. */
export type TreeState<Node> = Store<ReadonlyMap<string, OpenNode<Node>>>

export function createTreeState<Node>(): TreeState<Node> {
  return createStore<ReadonlyMap<string, OpenNode<Node>>>(new Map())
}

export function openNode<Node extends TreeNode>(state: TreeState<Node>, node: Node): void {
  if (!state.get().has(node.id)) state.set(new Map(state.get()).set(node.id, { node, pages: [1] }))
}

/** Closes all nodes that `gone` names, such as those of a deleted database. */
export function closeNodes<Node>(state: TreeState<Node>, gone: (id: string) => boolean): void {
  const kept = [...state.get()].filter(([id]) => !gone(id))
  if (kept.length < state.get().size) state.set(new Map(kept))
}

interface LazyTree<Node> {
  state: TreeState<Node>
  pageSize: number
  /** Must be the same function as long as it reads the same. */
  children: (node: Node, page: number) => TreePageQuery<Node>
}

/** The branches of a tree, each read when its node is opened, page by page as they come into view. For `Tree`. */
export function useLazyTree<Node extends TreeNode>({ state, pageSize, children }: LazyTree<Node>) {
  const open = useStore(state)
  const asked = useMemo(
    () => [...open.values()].flatMap(({ node, pages }) => pages.map((page) => ({ node, page }))),
    [open],
  )
  const results = useQueries({
    // A person comes back to the window more often than the library changes; events tell when it does.
    queries: asked.map(({ node, page }) => ({ ...children(node, page), refetchOnWindowFocus: false })),
  })
  const branches = useMemo(() => branchesOf(asked, results, pageSize), [asked, results, pageSize])

  const onToggle = useCallback(
    (node: Node, wanted: boolean) =>
      wanted ? openNode(state, node) : closeNodes(state, (id) => id === node.id),
    [state],
  )
  const onNeed = useCallback(
    (parent: Node | undefined, index: number) => {
      const of = parent && state.get().get(parent.id)
      const page = Math.floor(index / pageSize) + 1
      if (!of || of.pages.includes(page)) return
      state.set(new Map(state.get()).set(of.node.id, { ...of, pages: [...of.pages, page] }))
    },
    [state, pageSize],
  )
  return {
    branchOf: useCallback((node: Node) => branches.get(node.id), [branches]),
    isOpen: useCallback((id: string) => open.has(id), [open]),
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

interface PageResult<Node> {
  data: TreePage<Node> | undefined
  error: Error | null
  isFetching: boolean
}

function branchesOf<Node extends TreeNode>(
  asked: readonly { node: Node; page: number }[],
  results: readonly PageResult<Node>[],
  pageSize: number,
): Map<string, TreeBranch<Node>> {
  const pages = new Map<string, Map<number, PageResult<Node>>>()
  asked.forEach(({ node, page }, index) => {
    const result = results[index]
    if (!result) return
    const ofNode = pages.get(node.id) ?? new Map<number, PageResult<Node>>()
    pages.set(node.id, ofNode.set(page, result))
  })
  return new Map([...pages].map(([id, ofNode]) => [id, branchOf(ofNode, pageSize)]))
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
