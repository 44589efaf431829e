import { afterEach, beforeAll, beforeEach } from 'vitest'
import { queryClient } from '@/api/queries'
import { startI18n } from '@/lib/i18n'
import { closeOverlay } from '@/lib/overlay'
import { endSession } from '@/lib/session'
import { connectApi } from '@/shell/connectApi'
import { clearAlerts } from '@/ui/alerts'
import { toastStore } from '@/ui/toasts'

/** Connects languages, session and api for the tests of one file, and leaves nothing behind after each. */
export function connectApp(): void {
  let disconnect = () => {}
  beforeAll(startI18n)
  beforeEach(() => {
    stubLayout()
    disconnect = connectApi()
  })
  afterEach(() => {
    endSession()
    disconnect()
    queryClient.clear()
    closeOverlay()
    clearAlerts()
    toastStore.set([])
    localStorage.clear()
  })
}

// jsdom lays nothing out: it neither scrolls nor knows media queries. The window of the tests is wide and light.
function stubLayout(): void {
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia = (media) => ({
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  })
}
