import type { Csdb, Manual } from '@/api/types'
import type { TreeNode } from '@/ui/treeRows'
import { displayName } from './folders'

/** The two upper levels of every library tree. */
export type FolderNode = TreeNode & ({ kind: 'csdb'; csdb: Csdb } | { kind: 'manual'; manual: Manual })

/** Paths tell the nodes apart: no two databases or manuals share one. */
export function databaseNode(csdb: Csdb): FolderNode & { kind: 'csdb' } {
  return { kind: 'csdb', id: csdb.path, label: displayName(csdb), icon: 'database', branch: true, csdb }
}

/** `branch` is false where a manual is to be chosen and not looked into. */
export function manualNode(manual: Manual, branch: boolean): FolderNode & { kind: 'manual' } {
  return { kind: 'manual', id: manual.path, label: displayName(manual), icon: 'book', branch, manual }
}
