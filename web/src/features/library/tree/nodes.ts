import type { Reading } from '@/api/library'
import type { Manual, Profile, TocNode } from '@/api/types'
import type { FolderNode } from '@/lib/library/folderNodes'
import { databaseOf } from '@/lib/library/folders'
import type { IconName } from '@/ui/icons'
import type { TreeNode } from '@/ui/treeRows'
import { usualLane } from '../lanes'
import { profileName } from '../profileName'

/** A node of the folder tree: databases hold manuals, manuals profiles, profiles contents. */
export type LibraryNode =
  | FolderNode
  | (TreeNode & { kind: 'profile'; profile: Profile; manual: Manual })
  | (TreeNode & { kind: 'toc'; toc: TocNode; manual: Manual; state: string; page?: TocNodePage })

/** The page of its siblings that an entry was read with. */
interface TocNodePage {
  /** The node above; undefined for the uppermost. */
  nodeId?: string
  pageNumber: number
}

export const profileNodeId = (manualPath: string, profileId: string) => `${manualPath}#${profileId}`
export const tocNodeId = (manualPath: string, profileId: string, reading: Reading, nodeId: string) =>
  `${manualPath}#${profileId}/${stateOf(reading)}/${nodeId}`

/** Names the state of a manual whose contents are read: each numbers its entries anew. */
export const stateOf = ({ lane = usualLane, revision, asOf }: Reading): string =>
  revision ?? (asOf ? `${lane} ${asOf}` : lane)

export function profileNode(manual: Manual, profile: Profile): LibraryNode {
  return {
    kind: 'profile',
    id: profileNodeId(manual.path, profile.id),
    label: profileName(profile),
    icon: 'profile',
    branch: true,
    profile,
    manual,
  }
}

export function tocNode(
  manual: Manual,
  toc: TocNode,
  reading: Reading,
  { page, shared }: { page?: TocNodePage; shared?: SharedNames } = {},
): LibraryNode {
  return {
    kind: 'toc',
    id: tocNodeId(manual.path, toc.profileId, reading, toc.id),
    ...labelOf(titleOf(toc), shared),
    prefix: toc.tocPrefix || undefined,
    icon: tocIcon(toc),
    branch: !toc.leaf,
    muted: toc.dangling,
    toc,
    manual,
    state: stateOf(reading),
    page,
  }
}

/** The title without the number before it: some deliveries write the number into the title as well. */
function titleOf({ name, tocPrefix }: Pick<TocNode, 'name' | 'tocPrefix'>): string {
  return tocPrefix && name.startsWith(`${tocPrefix} `) ? name.slice(tocPrefix.length + 1) : name
}

/** Technical names that several entries of a section share. */
type SharedNames = ReadonlySet<string>

const separator = ' - '

/** The technical names that stand before several of these titles. */
export function sharedNames(entries: readonly TocNode[]): SharedNames {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const entry of entries) {
    const [techName] = partsOf(titleOf(entry))
    if (techName === undefined) continue
    if (seen.has(techName)) shared.add(techName)
    seen.add(techName)
  }
  return shared
}

/** Neighbours with the same technical name are told apart by their information name, which then stands first. */
function labelOf(title: string, shared: SharedNames | undefined): { label: string; rest?: string } {
  const [techName, infoName] = partsOf(title)
  return infoName !== undefined && shared?.has(techName ?? '')
    ? { label: infoName, rest: techName }
    : { label: title }
}

/** Technical name and information name. */
function partsOf(title: string): [techName?: string, infoName?: string] {
  const at = title.lastIndexOf(separator)
  return at > 0 ? [title.slice(0, at), title.slice(at + separator.length)] : []
}

/** An entry of the contents in one line. */
export function tocText(node: Pick<TocNode, 'name' | 'tocPrefix'>): string {
  return [node.tocPrefix, titleOf(node)].filter(Boolean).join(' ')
}

/** An icon by what the entry is: a section, a container with its alternates, a module, or one that is missing. */
export function tocIcon({ type, dangling }: Pick<TocNode, 'type' | 'dangling'>): IconName {
  if (dangling) return 'missing'
  if (type === 'toc') return 'folder'
  return type === 'toc_group' ? 'container' : 'module'
}

/** The database and manual a node belongs to, as routes name them. */
export function placeOf(node: LibraryNode): { database: string; manual?: string } {
  if (node.kind === 'csdb') return { database: node.csdb.name }
  return { database: databaseOf(node.manual), manual: node.manual.name }
}
