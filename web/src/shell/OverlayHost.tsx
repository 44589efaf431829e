import { lazy, Suspense } from 'react'
import { closeOverlay, useOverlay } from '@/lib/overlay'

const AccountDialog = lazy(async () => ({
  default: (await import('@/features/account/AccountDialog')).AccountDialog,
}))
const NotificationsDialog = lazy(async () => ({
  default: (await import('@/features/notifications/NotificationsDialog')).NotificationsDialog,
}))
const UploadDialog = lazy(async () => ({
  default: (await import('@/features/imports/UploadDialog')).UploadDialog,
}))
const ImportDialog = lazy(async () => ({
  default: (await import('@/features/imports/ImportDialog')).ImportDialog,
}))
const InfosDialog = lazy(async () => ({ default: (await import('./InfosDialog')).InfosDialog }))
const CommandPalette = lazy(async () => ({
  default: (await import('./palette/CommandPalette')).CommandPalette,
}))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts/ShortcutsDialog')).ShortcutsDialog,
}))

const CreateDatabaseDialog = lazy(async () => ({
  default: (await import('@/features/library/dialogs/CreateDatabaseDialog')).CreateDatabaseDialog,
}))
const CreateManualDialog = lazy(async () => ({
  default: (await import('@/features/library/dialogs/CreateManualDialog')).CreateManualDialog,
}))
const RenameDialog = lazy(async () => ({
  default: (await import('@/features/library/dialogs/RenameDialog')).RenameDialog,
}))
const DeleteDialog = lazy(async () => ({
  default: (await import('@/features/library/dialogs/DeleteDialog')).DeleteDialog,
}))

/** The one thing that lies over the page. */
export function OverlayHost() {
  return (
    <Suspense>
      <CurrentOverlay />
    </Suspense>
  )
}

function CurrentOverlay() {
  const overlay = useOverlay()
  switch (overlay.kind) {
    case 'none':
      return null
    case 'account':
      return <AccountDialog key={overlay.tab} tab={overlay.tab} onClose={closeOverlay} />
    case 'notifications':
      return <NotificationsDialog onClose={closeOverlay} />
    case 'infos':
      return <InfosDialog onClose={closeOverlay} />
    case 'palette':
      return <CommandPalette onClose={closeOverlay} />
    case 'shortcuts':
      return <ShortcutsDialog onClose={closeOverlay} />
    case 'createDatabase':
      return <CreateDatabaseDialog onClose={closeOverlay} />
    case 'createManual':
      return <CreateManualDialog csdb={overlay.csdb} onClose={closeOverlay} />
    case 'renameFolder':
      return <RenameDialog folder={overlay.folder} onClose={closeOverlay} />
    case 'deleteFolder':
      return <DeleteDialog folder={overlay.folder} onClose={closeOverlay} />
    case 'upload':
      return <UploadDialog file={overlay.file} onClose={closeOverlay} />
    case 'import':
      return <ImportDialog key={overlay.jobId} jobId={overlay.jobId} onClose={closeOverlay} />
  }
}
