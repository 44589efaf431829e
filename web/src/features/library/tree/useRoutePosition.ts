import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { databasesQuery, manualsQuery, profilesQuery, type Reading, tocChildrenQuery } from '@/api/library'
import { queryClient } from '@/api/queries'
import type { Manual, TocNode } from '@/api/types'
import { neighboursQuery } from '@/api/view'
import { currentLanguage } from '@/lib/i18n'
import { databaseNode, manualNode } from '@/lib/library/folderNodes'
import { languageIn, objectPath } from '@/lib/library/objects'
import { openNode } from '@/lib/useLazyTree'
import { useReading } from '../useReading'
import { hiddenRoot } from './contentsRoot'
import { type LibraryNode, profileNode, profileNodeId, stateOf, tocNode, tocNodeId } from './nodes'
import { pageSize } from './pageSize'
import { treeState } from './treeState'

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
  const profiles = useQuery({ ...profilesQuery(manual?.path ?? ''), enabled: manual !== undefined }).data
  const moduleKey = params.get('dm') ?? undefined
  return {
    csdb,
    manual,
    manualPath,
    /** The module that is read. */
    moduleKey,
    /** The language of the contents: that of the module, else that of the screen. */
    language: languageIn(moduleKey) ?? currentLanguage(),
    profiles,
    profileId: params.get('profile') ?? undefined,
    selected: selectedNode(databasePath, manualPath, reading, params, profiles?.length === 1),
  }
}

type RoutePosition = ReturnType<typeof useRoutePosition>

function selectedNode(
  databasePath: string | undefined,
  manualPath: string | undefined,
  reading: Reading,
  params: URLSearchParams,
  hasOneProfile: boolean,
): string | undefined {
  const profile = params.get('profile')
  const node = params.get('node')
  if (!manualPath || !profile) return manualPath ?? databasePath
  if (node) return tocNodeId(manualPath, profile, reading, node)
  return hasOneProfile ? manualPath : profileNodeId(manualPath, profile)
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
  const { manual, moduleKey = '', profileId, profiles, language } = place
  const path = objectPath(manual?.path ?? '', moduleKey)
  const isRead = manual !== undefined && moduleKey !== ''
  const trail = useQuery({ ...neighboursQuery(path, { profileId, ...reading }), enabled: isRead }).data?.trail
  const last = trail?.at(-1)
  const profile = profiles?.find(({ id }) => id === last?.profileId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened when another entry is read, not with news of the same.
  useEffect(() => {
    // The tree itself says which of its branches could not be read.
    if (!manual || !profiles || !profile || !trail) return
    const host = profiles.length > 1 ? profileNode(manual, profile) : manualNode(manual, true)
    openNode(treeState, manualNode(manual, true))
    openTrail({ manual, host, reading, language }, trail).catch(() => undefined)
  }, [last?.id, profile?.id, manual?.id, stateOf(reading)])
  return manual && isRead && last ? tocNodeId(manual.path, last.profileId, reading, last.id) : undefined
}

interface Way {
  manual: Manual
  /** The node that the contents stand in. */
  host: LibraryNode
  reading: Reading
  language: string
}

async function openTrail({ manual, host, reading, language }: Way, trail: readonly TocNode[]): Promise<void> {
  const [top] = trail
  if (!top) return
  const root = await hiddenRoot({ profileId: top.profileId, ...reading }, language)
  const isHidden = root?.id === top.id
  if (!isHidden) openNode(treeState, host)
  for (const [index, toc] of trail.slice(0, -1).entries()) {
    const child = trail[index + 1]
    const page = child && toc.childCount > pageSize ? await pageOf(child, toc, reading) : 1
    openNode(treeState, isHidden && index === 0 ? host : tocNode(manual, toc, reading), page)
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
