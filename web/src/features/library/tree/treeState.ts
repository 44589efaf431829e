import { closeNodes, createTreeState } from '@/lib/useLazyTree'
import type { LibraryNode } from './nodes'

/** Which nodes of the folder tree are open; it stays when the tree leaves the page. */
export const treeState = createTreeState<LibraryNode>()

/** Closes what stood open in a folder that is gone. */
export function forgetFolder(path: string): void {
  closeNodes(treeState, (id) => id === path || id.startsWith(`${path}/`) || id.startsWith(`${path}#`))
}
