import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { databasesQuery, manualsQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import { databaseNode, type FolderNode, manualNode } from '@/lib/library/folderNodes'
import { createTreeState, openNode, type TreePage, useLazyTree } from '@/lib/useLazyTree'
import type { TreeBranch } from '@/ui/treeRows'

/** All manuals of a database come with one answer. */
const pageSize = 10_000

/** Databases and their manuals, for `Tree`; the database called `opened` stands open from the start. */
export function useShelfTree(opened: string | undefined) {
  const [state] = useState(() => createTreeState<FolderNode>())
  const databases = useQuery(databasesQuery())
  const { data, error } = databases
  const roots = useMemo((): TreeBranch<FolderNode> => {
    if (data) {
      const nodes = data.map(databaseNode)
      return { state: 'ready', total: nodes.length, at: (index) => nodes[index] }
    }
    return error ? { state: 'failed', message: error.message } : { state: 'loading' }
  }, [data, error])
  useEffect(() => {
    const csdb = data?.find(({ name }) => name === opened)
    if (csdb) openNode(state, databaseNode(csdb))
  }, [data, opened, state])
  const children = useCallback(
    (node: FolderNode, page: number) => ({
      queryKey: ['library', 'shelf', node.id, page],
      queryFn: () => manualsOf(node),
    }),
    [],
  )
  const lazy = useLazyTree({ state, pageSize, children })
  return {
    isEmpty: data?.length === 0,
    tree: {
      roots,
      ...lazy,
      onRetry: (parent: FolderNode | undefined) => (parent ? lazy.onRetry(parent) : void databases.refetch()),
    },
  }
}

async function manualsOf(node: FolderNode): Promise<TreePage<FolderNode>> {
  if (node.kind === 'manual') return { total: 0, items: [] }
  const manuals = await queryClient.fetchQuery({ ...manualsQuery(node.csdb.name), staleTime: 0 })
  return { total: manuals.length, items: manuals.map((manual) => manualNode(manual, false)) }
}
