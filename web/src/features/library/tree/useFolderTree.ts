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
import { hiddenRoot } from './contentsRoot'
import { type LibraryNode, profileNode, sharedNames, stateOf, tocNode } from './nodes'
import { pageSize } from './pageSize'
import { allOpen, treeState } from './treeState'

/** The folder tree's branches. `reading` is the state of the manual at `manualPath` that the page shows. */
export function useFolderTree(
  manualPath: string | undefined,
  { lane, revision, asOf }: Reading,
  language: string,
) {
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
      node.kind !== 'csdb' && node.manual.path === manualPath ? { lane, revision, asOf } : {},
    [manualPath, lane, revision, asOf],
  )
  const children = useCallback(
    (node: LibraryNode, page: number) => {
      const reading = readingOf(node)
      return {
        queryKey: ['library', 'tree', node.id, page, reading, language],
        queryFn: () => readChildren(node, page, { ...reading, language }),
      }
    },
    [readingOf, language],
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
  { language, ...reading }: Reading & { language: string },
): Promise<TreePage<LibraryNode>> {
  switch (node.kind) {
    case 'csdb':
      return whole(
        (await queryClient.fetchQuery(manualsQuery(node.csdb.name))).map((each) => manualNode(each, true)),
      )
    case 'manual': {
      const profiles = await queryClient.fetchQuery(profilesQuery(node.manual.path))
      const [only, ...others] = profiles
      // A level with one entry says nothing.
      return only && others.length === 0
        ? contentsOf(node.manual, { profileId: only.id, ...reading }, page, language)
        : whole(profiles.map((each) => profileNode(node.manual, each)))
    }
    case 'profile':
      return contentsOf(node.manual, { profileId: node.profile.id, ...reading }, page, language)
    case 'toc':
      return tocPage(node.manual, { profileId: node.toc.profileId, nodeId: node.toc.id, ...reading }, page)
  }
}

/** The first level of the contents: in one language, and below the publication where there is one alone. */
async function contentsOf(
  manual: Manual,
  place: Pick<TocPage, 'profileId' | keyof Reading>,
  page: number,
  language: string,
): Promise<TreePage<LibraryNode>> {
  const root = await hiddenRoot(place, language)
  return tocPage(manual, root ? { ...place, nodeId: root.id } : { ...place, language }, page)
}

async function tocPage(
  manual: Manual,
  place: Pick<TocPage, 'profileId' | 'nodeId' | 'language' | keyof Reading>,
  pageNumber: number,
): Promise<TreePage<LibraryNode>> {
  const { items, total } = await queryClient.fetchQuery(tocChildrenQuery({ ...place, pageNumber, pageSize }))
  const page = { nodeId: place.nodeId, pageNumber }
  const shared = sharedNames(items)
  return { total, items: items.map((each) => tocNode(manual, each, place, { page, shared })) }
}

function whole(items: LibraryNode[]): TreePage<LibraryNode> {
  return { total: items.length, items }
}
