import type { Manual, Profile, TocNode } from '@/api/types'
import { databaseOf } from '@/lib/library/folders'
import type { ShelfNode } from '@/lib/library/shelf'
import type { IconName } from '@/ui/icons'
import type { TreeNode } from '@/ui/treeRows'

/** A node of the folder tree: databases hold manuals, manuals profiles, profiles contents. */
export type LibraryNode =
  | ShelfNode
  | (TreeNode & { kind: 'profile'; profile: Profile; manual: Manual })
  | (TreeNode & { kind: 'toc'; toc: TocNode; manual: Manual })

export const profileNodeId = (manualPath: string, profileId: string) => `${manualPath}#${profileId}`
export const tocNodeId = (manualPath: string, profileId: string, nodeId: string) =>
  `${manualPath}#${profileId}/${nodeId}`

export function profileNode(manual: Manual, profile: Profile): LibraryNode {
  return {
    kind: 'profile',
    id: profileNodeId(manual.path, profile.id),
    label: profile.name,
    icon: 'profile',
    branch: true,
    profile,
    manual,
  }
}

export function tocNode(manual: Manual, toc: TocNode): LibraryNode {
  return {
    kind: 'toc',
    id: tocNodeId(manual.path, toc.profileId, toc.id),
    label: titleOf(toc),
    prefix: toc.tocPrefix || undefined,
    icon: tocIcon(toc),
    branch: !toc.leaf,
    muted: toc.dangling,
    toc,
    manual,
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
