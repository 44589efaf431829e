import { meQuery, queryClient } from '@/api/queries'
import { clearResponseCache } from '@/api/responseCache'
import { signOutPage } from '@/features/session/provider'
import { signOutAtServer } from '@/features/session/queries'
import { askAgainAtProvider } from '@/lib/askAgain'
import { closeOverlay } from '@/lib/overlay'
import { paths } from '@/lib/paths'
import { forgetSession, lockSession, sessionState } from '@/lib/session'
import { startOver } from './startOver'

/** Leaves for good, also at the identity provider. */
export async function signOut(): Promise<void> {
  const byProvider = queryClient.getQueryData(meQuery.queryKey)?.identityProvider
  const page = byProvider ? await signOutPage() : undefined
  // The provider may have no page for it, or keep its session: it must not sign the person in again unasked.
  if (byProvider) askAgainAtProvider()
  await signOutAtServer()
  clearResponseCache()
  forgetSession()
  if (page) window.location.assign(page)
  else startOver(paths.login())
}

/** Leaves until the password is typed again. */
export async function lock(): Promise<void> {
  const state = sessionState()
  if (state.kind !== 'signedIn') return
  closeOverlay()
  // The call takes the token along as it starts; the screen is covered at once, not when the server answers.
  const told = signOutAtServer()
  lockSession(state.session.user.account)
  await told
}

/** Ends the locked session, so that another user can sign in. The provider may still remember the one who locked. */
export function unlockForSomeoneElse(): void {
  askAgainAtProvider()
  clearResponseCache()
  forgetSession()
  startOver(paths.login())
}
