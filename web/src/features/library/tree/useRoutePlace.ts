import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { databasesQuery, manualsQuery } from '@/api/library'
import { databaseNode, manualNode } from '@/lib/library/shelf'
import { openNode } from '@/lib/useLazyTree'
import { profileNodeId, tocNodeId } from './nodes'
import { treeState } from './treeState'

/** Where the address stands in the tree. */
export function useRoutePlace() {
  const { folderPath, manualPath: manualName } = useParams()
  const [params] = useSearchParams()
  const databasePath = folderPath === undefined ? undefined : `/${folderPath}`
  const manualPath = databasePath && manualName !== undefined ? `${databasePath}/${manualName}` : undefined
  return { databasePath, manualPath, selected: selectedNode(databasePath, manualPath, params) }
}

function selectedNode(
  databasePath: string | undefined,
  manualPath: string | undefined,
  params: URLSearchParams,
): string | undefined {
  const profile = params.get('profile')
  const node = params.get('node')
  if (!manualPath || !profile) return manualPath ?? databasePath
  return node ? tocNodeId(manualPath, profile, node) : profileNodeId(manualPath, profile)
}

/** Opens the way to the page that is shown, once for each page: whoever closes a node keeps it closed. */
export function useWayToPage(databasePath: string | undefined, manualPath: string | undefined): void {
  const csdb = useQuery(databasesQuery()).data?.find(({ path }) => path === databasePath)
  const manuals = useQuery({ ...manualsQuery(csdb?.name), enabled: csdb !== undefined }).data
  const manual = csdb && manuals?.find(({ path }) => path === manualPath)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer record of the same database is no new page.
  useEffect(() => {
    if (csdb) openNode(treeState, databaseNode(csdb))
  }, [csdb?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise for the manual.
  useEffect(() => {
    if (manual?.lanes.working) openNode(treeState, manualNode(manual, true))
  }, [manual?.id])
}
