import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { databasesQuery, manualsQuery, profilesQuery, type Reading, tocChildrenQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { Manual, Profile, TocNode } from '@/api/types'
import { neighboursQuery } from '@/api/view'
import { databaseNode, manualNode } from '@/lib/library/folderNodes'
import { objectPath } from '@/lib/library/objects'
import { openNode } from '@/lib/useLazyTree'
import { useReading } from '../useReading'
import { profileNode, profileNodeId, stateOf, tocNode, tocNodeId } from './nodes'
import { treeState } from './treeState'
import { pageSize } from './useFolderTree'

/** The position of the current address in the tree. */
export function useRoutePosition() {
  const { folderPath, manualPath: manualName } = useParams()
  const [params] = useSearchParams()
  const reading = useReading()
  const databasePath = folderPath === undefined ? undefined : `/${folderPath}`
  const manualPath = databasePath && manualName !== undefined ? `${databasePath}/${manualName}` : undefined
  const csdb = useQuery(databasesQuery()).data?.find(({ path }) => path === databasePath)
  const manuals = useQuery({ ...manualsQuery(csdb?.name), enabled: csdb !== undefined }).data
  const manual = csdb && manuals?.find(({ path }) => path === manualPath)
  return {
    csdb,
    manual,
    manualPath,
    /** The module that is read. */
    moduleKey: params.get('dm') ?? undefined,
    profileId: params.get('profile') ?? undefined,
    selected: selectedNode(databasePath, manualPath, reading, params),
  }
}

type RoutePosition = ReturnType<typeof useRoutePosition>

function selectedNode(
  databasePath: string | undefined,
  manualPath: string | undefined,
  reading: Reading,
  params: URLSearchParams,
): string | undefined {
  const profile = params.get('profile')
  const node = params.get('node')
  if (!manualPath || !profile) return manualPath ?? databasePath
  return node ? tocNodeId(manualPath, profile, reading, node) : profileNodeId(manualPath, profile)
}

/** Opens the path to the current page once per page, so that a node the user closes stays closed. */
export function useWayToPage({ csdb, manual }: RoutePosition): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record of the same database is no new page.
  useEffect(() => {
    if (csdb) openNode(treeState, databaseNode(csdb))
  }, [csdb?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise for the manual.
  useEffect(() => {
    if (manual?.lanes.working) openNode(treeState, manualNode(manual, true))
  }, [manual?.id])
}

/** Opens the way to the module that is read, once for each; gives its node, undefined while it is not known. */
export function useWayToModule(place: RoutePosition, reading: Reading): string | undefined {
  const { manual, moduleKey = '', profileId } = place
  const path = objectPath(manual?.path ?? '', moduleKey)
  const isRead = manual !== undefined && moduleKey !== ''
  const trail = useQuery({ ...neighboursQuery(path, { profileId, ...reading }), enabled: isRead }).data?.trail
  const profiles = useQuery({ ...profilesQuery(manual?.path ?? ''), enabled: isRead }).data
  const last = trail?.at(-1)
  const profile = profiles?.find(({ id }) => id === last?.profileId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened when another entry is read, not with news of the same.
  useEffect(() => {
    // The tree itself says which of its branches could not be read.
    if (manual && profile && trail) openTrail(manual, profile, trail, reading).catch(() => undefined)
  }, [last?.id, profile?.id, manual?.id, stateOf(reading)])
  return manual && isRead && last ? tocNodeId(manual.path, last.profileId, reading, last.id) : undefined
}

async function openTrail(
  manual: Manual,
  profile: Profile,
  trail: readonly TocNode[],
  reading: Reading,
): Promise<void> {
  openNode(treeState, manualNode(manual, true))
  openNode(treeState, profileNode(manual, profile))
  for (const [index, toc] of trail.slice(0, -1).entries()) {
    const child = trail[index + 1]
    const page = child && toc.childCount > pageSize ? await pageOf(child, toc, reading) : 1
    openNode(treeState, tocNode(manual, toc, reading), page)
  }
}

const mostPages = 50

/** The page on which an entry stands among its siblings; the first where it cannot be found. */
async function pageOf(child: TocNode, parent: TocNode, reading: Reading): Promise<number> {
  const place = { profileId: parent.profileId, nodeId: parent.id, ...reading }
  for (let pageNumber = 1; pageNumber <= mostPages; pageNumber += 1) {
    const { items } = await queryClient.fetchQuery(tocChildrenQuery({ ...place, pageNumber, pageSize }))
    if (items.some(({ id }) => id === child.id)) return pageNumber
    if (items.length < pageSize) break
  }
  return 1
}
