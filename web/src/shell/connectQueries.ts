import { meQuery, queryClient } from '@/api/queries'
import { setResponseCacheOwner } from '@/api/responseCache'
import { sessionState, subscribeToSession } from '@/lib/session'
import { connectApi } from './connectApi'

/** Connects the api client and clears the cache with the session; returns how to undo the latter. */
export function connectQueries(): () => void {
  connectApi(() => void queryClient.invalidateQueries(meQuery))
  return forgetWithTheSession()
}

/** Another person must not see what was loaded for this one; a locked screen keeps it for the same person. */
function forgetWithTheSession(): () => void {
  let account = accountNow()
  setResponseCacheOwner(account)
  return subscribeToSession(() => {
    const next = accountNow()
    if (next !== account) queryClient.clear()
    setResponseCacheOwner(next)
    account = next
  })
}

function accountNow(): string | undefined {
  const state = sessionState()
  if (state.kind === 'signedIn') return state.session.user.account
  return state.kind === 'locked' ? state.account : undefined
}
