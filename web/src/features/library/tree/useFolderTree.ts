import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import {
  databasesQuery,
  manualsQuery,
  profilesQuery,
  type Reading,
  type TocPage,
  tocChildrenQuery,
} from '@/api/library'
import { queryClient } from '@/api/queries'
import type { Manual } from '@/api/types'
import { databaseNode, manualNode } from '@/lib/library/folderNodes'
import { type TreePage, useLazyTree } from '@/lib/useLazyTree'
import type { TreeBranch } from '@/ui/treeRows'
import { type LibraryNode, profileNode, stateOf, tocNode } from './nodes'
import { allOpen, treeState } from './treeState'

/** The page size of the contents. */
export const pageSize = 200

/** The folder tree's branches. `reading` is the state of the manual at `manualPath` that the page shows. */
export function useFolderTree(manualPath: string | undefined, { lane, revision }: Reading) {
  const databases = useQuery(databasesQuery())
  const { data, error } = databases
  const roots = useMemo((): TreeBranch<LibraryNode> => {
    if (data) {
      const nodes = data.map(databaseNode)
      return { state: 'ready', total: nodes.length, at: (index) => nodes[index] }
    }
    return error ? { state: 'failed', message: error.message } : { state: 'loading' }
  }, [data, error])

  const readingOf = useCallback(
    (node: LibraryNode): Reading =>
      node.kind !== 'csdb' && node.manual.path === manualPath ? { lane, revision } : {},
    [manualPath, lane, revision],
  )
  const children = useCallback(
    (node: LibraryNode, page: number) => {
      const reading = readingOf(node)
      return {
        queryKey: ['library', 'tree', node.id, page, reading],
        queryFn: () => readChildren(node, page, reading),
      }
    },
    [readingOf],
  )
  // Entries of another lane or revision stay open for whoever goes back to it, but are not there to be read.
  const isThere = useCallback(
    (node: LibraryNode) => node.kind !== 'toc' || node.state === stateOf(readingOf(node)),
    [readingOf],
  )
  const lazy = useLazyTree({ state: treeState, all: allOpen, pageSize, children, isThere })
  return {
    databases,
    tree: {
      roots,
      ...lazy,
      onRetry: (parent: LibraryNode | undefined) =>
        parent ? lazy.onRetry(parent) : void databases.refetch(),
    },
  }
}

async function readChildren(
  node: LibraryNode,
  page: number,
  reading: Reading,
): Promise<TreePage<LibraryNode>> {
  switch (node.kind) {
    case 'csdb':
      return whole(
        (await queryClient.fetchQuery(manualsQuery(node.csdb.name))).map((each) => manualNode(each, true)),
      )
    case 'manual': {
      const profiles = await queryClient.fetchQuery(profilesQuery(node.manual.path))
      return whole(profiles.map((each) => profileNode(node.manual, each)))
    }
    case 'profile':
      return tocPage(node.manual, { profileId: node.profile.id, ...reading }, page)
    case 'toc':
      return tocPage(node.manual, { profileId: node.toc.profileId, nodeId: node.toc.id, ...reading }, page)
  }
}

async function tocPage(
  manual: Manual,
  place: Pick<TocPage, 'profileId' | 'nodeId' | keyof Reading>,
  pageNumber: number,
): Promise<TreePage<LibraryNode>> {
  const { items, total } = await queryClient.fetchQuery(tocChildrenQuery({ ...place, pageNumber, pageSize }))
  const page = { nodeId: place.nodeId, pageNumber }
  return { total, items: items.map((each) => tocNode(manual, each, place, page)) }
}

function whole(items: LibraryNode[]): TreePage<LibraryNode> {
  return { total: items.length, items }
}
