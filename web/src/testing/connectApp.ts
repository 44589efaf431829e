import { afterEach, beforeAll, beforeEach } from 'vitest'
import { queryClient } from '@/api/queries'
import { startI18n } from '@/lib/i18n'
import { closeOverlay } from '@/lib/overlay'
import { endSession } from '@/lib/session'
import { connectQueries } from '@/shell/connectQueries'
import { clearAlerts } from '@/ui/alerts'
import { toastStore } from '@/ui/toasts'

/** Connects languages, session and api for the tests of one file, and leaves nothing behind after each. */
export function connectApp(): void {
  let disconnect = () => {}
  beforeAll(startI18n)
  beforeEach(() => {
    disconnect = connectQueries()
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
