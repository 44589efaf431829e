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
export const stateOf = ({ lane, revision }: Reading): string => revision ?? lane ?? usualLane

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

export function tocNode(manual: Manual, toc: TocNode, reading: Reading, page?: TocNodePage): LibraryNode {
  return {
    kind: 'toc',
    id: tocNodeId(manual.path, toc.profileId, reading, toc.id),
    label: titleOf(toc),
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
