import { keyOf } from '@/lib/library/objects'
import { type ManualQuery, paths } from '@/lib/paths'
import { type LibraryNode, placeOf } from './nodes'

/** The page of a node. Within the current manual, lane, revision and aircraft stay. */
export function pathTo(node: LibraryNode, read: ManualQuery, shownManual: string | undefined): string {
  const { database, manual } = placeOf(node)
  if (manual === undefined || node.kind === 'csdb') return paths.database(database)
  const kept = node.manual.path === shownManual ? read : {}
  if (node.kind === 'manual') return paths.manual(database, manual, kept)
  if (node.kind === 'profile') return paths.manual(database, manual, { ...kept, profile: node.profile.id })
  const { toc } = node
  const source = toc.sourceFiles[0]
  return paths.manual(database, manual, {
    ...kept,
    profile: toc.profileId,
    node: toc.id,
    dm: toc.type === 'html' && source !== undefined ? keyOf(source) : undefined,
  })
}
