import { lazy, Suspense } from 'react'
import { closeOverlay, useOverlay } from '@/lib/overlay'

const AccountDialog = lazy(async () => ({
  default: (await import('@/features/account/AccountDialog')).AccountDialog,
}))
const NotificationsDialog = lazy(async () => ({
  default: (await import('@/features/notifications/NotificationsDialog')).NotificationsDialog,
}))
const InfosDialog = lazy(async () => ({ default: (await import('./InfosDialog')).InfosDialog }))
const CommandPalette = lazy(async () => ({
  default: (await import('./palette/CommandPalette')).CommandPalette,
}))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts/ShortcutsDialog')).ShortcutsDialog,
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
  }
}
