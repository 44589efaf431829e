import { closeNodes, createTreeState, type OpenSubtree } from '@/lib/useLazyTree'
import { createStore } from '@/ui/store'
import type { LibraryNode } from './nodes'

/** The open nodes of the folder tree; they survive when the tree is unmounted. */
export const treeState = createTreeState<LibraryNode>()

/** The contents that are open down to their last entry. */
export const allOpen = createStore<OpenSubtree<LibraryNode> | undefined>(undefined)

/** Opens everything whose id begins so, in the node `host`. */
export function openAll(below: string, host: string): void {
  allOpen.set({
    below,
    host,
    closed: new Set(),
    sizeOf: (node) => (node.kind === 'toc' ? node.toc.childCount : 0),
  })
}

/** Closes it again. */
export function closeAll(below: string): void {
  allOpen.set(undefined)
  closeNodes(treeState, (id) => id.startsWith(below))
}

/** Closes what stood open in a folder that is gone. */
export function forgetFolder(path: string): void {
  closeNodes(treeState, (id) => id === path || id.startsWith(`${path}/`) || id.startsWith(`${path}#`))
}
