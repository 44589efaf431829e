import { meQuery, queryClient } from '@/api/queries'
import { setResponseCacheOwner } from '@/api/responseCache'
import { sessionAccount, subscribeToSession } from '@/lib/session'
import { connectApi } from './connectApi'

/** Connects the api client and clears the cache with the session; returns how to undo the latter. */
export function connectQueries(): () => void {
  connectApi(() => void queryClient.invalidateQueries(meQuery))
  return forgetWithTheSession()
}

/** Another person must not see what was loaded for this one; a locked screen keeps it for the same person. */
function forgetWithTheSession(): () => void {
  let account = sessionAccount()
  setResponseCacheOwner(account)
  return subscribeToSession(() => {
    const next = sessionAccount()
    if (next !== account) queryClient.clear()
    setResponseCacheOwner(next)
    account = next
  })
}
