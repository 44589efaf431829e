import type { Csdb } from '@/api/types'
import type { BulkChange, BulkFile } from '@/lib/editing/bulk'
import type { StatusStep } from '@/lib/editing/statusSteps'
import type { Folder } from '@/lib/library/folders'
import { createStore, useStore } from '@/ui/store'

export type AccountTab = 'details' | 'password' | 'preferences'

/** The overlay above the page. There is one at a time, so it is one value, not a flag for each. */
export type Overlay =
  | { kind: 'none' }
  | { kind: 'account'; tab: AccountTab }
  | { kind: 'notifications' }
  | { kind: 'infos' }
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  | { kind: 'aircraft' }
  | { kind: 'createDatabase' }
  | { kind: 'createCompliance' }
  | { kind: 'createManual'; csdb: Csdb }
  | { kind: 'renameFolder'; folder: Folder }
  | { kind: 'deleteFolder'; folder: Folder }
  | { kind: 'checkIn'; path: string; title: string }
  /** `holder` is set for the check-out of another person. */
  | { kind: 'cancelCheckOut'; path: string; title: string; holder?: string }
  | { kind: 'changeStatus'; path: string; version: string; title: string; step: StatusStep }
  /** `isHeld` when the user has it checked out. */
  | { kind: 'deleteFile'; path: string; title: string; isHeld: boolean }
  /** `copyOf` is the path of the module to copy. */
  | { kind: 'newModule'; manualPath: string; copyOf?: string }
  /** `path` is that of the first alternate. */
  | { kind: 'newContainer'; path: string }
  /** `path` is that of the original. */
  | { kind: 'translate'; path: string; language?: string }
  | { kind: 'alternates'; path: string; title: string }
  | { kind: 'templates'; manualPath: string }
  | { kind: 'bulkChange'; change: BulkChange; files: readonly BulkFile[] }
  /** With files when they were dropped on a page. */
  | { kind: 'upload'; files?: readonly File[] }
  /** Imports the package that the job with this id has checked. */
  | { kind: 'import'; jobId: string }

const none: Overlay = { kind: 'none' }
const store = createStore<Overlay>(none)

export function openOverlay(overlay: Overlay): void {
  store.set(overlay)
}

export function closeOverlay(): void {
  if (store.get() !== none) store.set(none)
}

export const currentOverlay = store.get

export function useOverlay(): Overlay {
  return useStore(store)
}
