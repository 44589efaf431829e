import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { closeOverlay, useOverlay } from '@/lib/overlay'
import { showProblem } from '@/lib/showProblem'
import { type OnDemand, onDemand, useOnDemand } from './onDemand'

const account = onDemand(async () => (await import('@/features/account/AccountDialog')).AccountDialog)
const notifications = onDemand(
  async () => (await import('@/features/notifications/NotificationsDialog')).NotificationsDialog,
)
const upload = onDemand(async () => (await import('@/features/imports/UploadDialog')).UploadDialog)
const importer = onDemand(async () => (await import('@/features/imports/ImportDialog')).ImportDialog)
const aircraft = onDemand(
  async () => (await import('@/features/library/reader/AircraftDialog')).AircraftDialog,
)
const checkIn = onDemand(async () => (await import('@/features/editor/CheckInDialog')).CheckInDialog)
const cancelCheckOut = onDemand(
  async () => (await import('@/features/editor/CancelCheckOutDialog')).CancelCheckOutDialog,
)
const changeStatus = onDemand(
  async () => (await import('@/features/library/editing/StatusDialog')).StatusDialog,
)
const deleteFile = onDemand(
  async () => (await import('@/features/library/editing/DeleteFileDialog')).DeleteFileDialog,
)
const bulkChange = onDemand(async () => (await import('@/features/library/editing/BulkDialog')).BulkDialog)
const newModule = onDemand(
  async () => (await import('@/features/library/modules/NewModuleDialog')).NewModuleDialog,
)
const newContainer = onDemand(
  async () => (await import('@/features/library/modules/NewContainerDialog')).NewContainerDialog,
)
const translate = onDemand(
  async () => (await import('@/features/library/modules/TranslateDialog')).TranslateDialog,
)
const alternates = onDemand(
  async () => (await import('@/features/library/modules/AlternatesDialog')).AlternatesDialog,
)
const templates = onDemand(
  async () => (await import('@/features/library/modules/TemplatesDialog')).TemplatesDialog,
)
const infos = onDemand(async () => (await import('./InfosDialog')).InfosDialog)
const palette = onDemand(async () => (await import('./palette/CommandPalette')).CommandPalette)
const shortcuts = onDemand(async () => (await import('./shortcuts/ShortcutsDialog')).ShortcutsDialog)
const createDatabase = onDemand(
  async () => (await import('@/features/library/dialogs/CreateDatabaseDialog')).CreateDatabaseDialog,
)
const createManual = onDemand(
  async () => (await import('@/features/library/dialogs/CreateManualDialog')).CreateManualDialog,
)
const createCompliance = onDemand(
  async () => (await import('@/features/compliance/dialogs/CollectionDialog')).CollectionDialog,
)
const rename = onDemand(async () => (await import('@/features/library/dialogs/RenameDialog')).RenameDialog)
const remove = onDemand(async () => (await import('@/features/library/dialogs/DeleteDialog')).DeleteDialog)

/** The page has its turn first. */
const paletteAfterMs = 1000

/** The one thing that lies over the page. */
export function OverlayHost() {
  const { kind } = useOverlay()
  // Users type right after Ctrl+K; text typed before the palette has loaded would be lost.
  useEffect(() => {
    const timer = window.setTimeout(() => palette.load().catch(() => undefined), paletteAfterMs)
    return () => window.clearTimeout(timer)
  }, [])
  return <CurrentOverlay key={kind} />
}

function CurrentOverlay() {
  const overlay = useOverlay()
  switch (overlay.kind) {
    case 'none':
      return null
    case 'account':
      return (
        <Over part={account}>
          {(Account) => <Account key={overlay.tab} tab={overlay.tab} onClose={closeOverlay} />}
        </Over>
      )
    case 'notifications':
      return <Over part={notifications}>{(Notifications) => <Notifications onClose={closeOverlay} />}</Over>
    case 'infos':
      return <Over part={infos}>{(Infos) => <Infos onClose={closeOverlay} />}</Over>
    case 'palette':
      return <Over part={palette}>{(Palette) => <Palette onClose={closeOverlay} />}</Over>
    case 'shortcuts':
      return <Over part={shortcuts}>{(Shortcuts) => <Shortcuts onClose={closeOverlay} />}</Over>
    case 'aircraft':
      return <Over part={aircraft}>{(Aircraft) => <Aircraft onClose={closeOverlay} />}</Over>
    case 'createDatabase':
      return <Over part={createDatabase}>{(Create) => <Create onClose={closeOverlay} />}</Over>
    case 'createCompliance':
      return <Over part={createCompliance}>{(Create) => <Create onClose={closeOverlay} />}</Over>
    case 'createManual':
      return (
        <Over part={createManual}>{(Create) => <Create csdb={overlay.csdb} onClose={closeOverlay} />}</Over>
      )
    case 'renameFolder':
      return (
        <Over part={rename}>{(Rename) => <Rename folder={overlay.folder} onClose={closeOverlay} />}</Over>
      )
    case 'deleteFolder':
      return (
        <Over part={remove}>{(Delete) => <Delete folder={overlay.folder} onClose={closeOverlay} />}</Over>
      )
    case 'checkIn':
      return (
        <Over part={checkIn}>
          {(CheckIn) => <CheckIn path={overlay.path} title={overlay.title} onClose={closeOverlay} />}
        </Over>
      )
    case 'cancelCheckOut': {
      const { path, title, holder } = overlay
      return (
        <Over part={cancelCheckOut}>
          {(Cancel) => <Cancel path={path} title={title} holder={holder} onClose={closeOverlay} />}
        </Over>
      )
    }
    case 'changeStatus': {
      const { path, version, title, step } = overlay
      return (
        <Over part={changeStatus}>
          {(Change) => (
            <Change path={path} version={version} title={title} step={step} onClose={closeOverlay} />
          )}
        </Over>
      )
    }
    case 'deleteFile': {
      const { path, title, isHeld } = overlay
      return (
        <Over part={deleteFile}>
          {(Delete) => <Delete path={path} title={title} isHeld={isHeld} onClose={closeOverlay} />}
        </Over>
      )
    }
    case 'newModule': {
      const { manualPath, copyOf } = overlay
      return (
        <Over part={newModule}>
          {(New) => <New manualPath={manualPath} copyOf={copyOf} onClose={closeOverlay} />}
        </Over>
      )
    }
    case 'newContainer':
      return <Over part={newContainer}>{(New) => <New path={overlay.path} onClose={closeOverlay} />}</Over>
    case 'translate': {
      const { path, language } = overlay
      return (
        <Over part={translate}>
          {(Translate) => <Translate path={path} language={language} onClose={closeOverlay} />}
        </Over>
      )
    }
    case 'alternates': {
      const { path, title } = overlay
      return (
        <Over part={alternates}>
          {(Alternates) => <Alternates path={path} title={title} onClose={closeOverlay} />}
        </Over>
      )
    }
    case 'templates':
      return (
        <Over part={templates}>
          {(Templates) => <Templates manualPath={overlay.manualPath} onClose={closeOverlay} />}
        </Over>
      )
    case 'bulkChange':
      return (
        <Over part={bulkChange}>
          {(Change) => <Change change={overlay.change} files={overlay.files} onClose={closeOverlay} />}
        </Over>
      )
    case 'upload':
      return <Over part={upload}>{(Upload) => <Upload files={overlay.files} onClose={closeOverlay} />}</Over>
    case 'import':
      return (
        <Over part={importer}>
          {(Importer) => <Importer key={overlay.jobId} jobId={overlay.jobId} onClose={closeOverlay} />}
        </Over>
      )
  }
}

interface OverProps<Props> {
  part: OnDemand<Props>
  children: (Part: ComponentType<Props>) => ReactNode
}

/** An overlay that cannot be loaded leaves the page and its unsaved text as they are. */
function Over<Props>({ part, children }: OverProps<Props>) {
  const { t } = useTranslation()
  const { Part, lost } = useOnDemand(part)
  useEffect(() => {
    if (!lost) return
    closeOverlay()
    showProblem(new Error(t('shell.partFailed')))
  }, [lost, t])
  return Part && children(Part)
}
