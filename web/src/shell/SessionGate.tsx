import { Activity, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { LockScreen } from '@/features/session/LockScreen'
import { paths } from '@/lib/paths'
import { isCurrent, type SessionState, useSession } from '@/lib/session'
import { holdQueries } from './holdQueries'
import { unlockForSomeoneElse } from './leave'

/** Requires a session; others are sent to the sign-in page and return to the requested page afterwards. */
export function SessionGate() {
  const state = useSession()
  const { pathname, search } = useLocation()
  const account = accountOf(state)
  // The account that this tab was rendered for: only its page may stay behind the lock.
  const [owner, setOwner] = useState<string>()
  if (state.kind === 'signedIn' && owner !== account) setOwner(account)

  const locked = state.kind === 'locked'
  useEffect(() => (locked ? holdQueries() : undefined), [locked])

  if (!mayStay(state)) {
    const wanted = `${pathname}${search}`
    return <Navigate to={paths.login(wanted === paths.dashboard() ? undefined : wanted)} replace />
  }
  return (
    <>
      {(!locked || owner === account) && (
        <Activity key={account} mode={locked ? 'hidden' : 'visible'}>
          <Outlet />
        </Activity>
      )}
      {locked && <LockScreen account={state.account} onSomeoneElse={unlockForSomeoneElse} />}
    </>
  )
}

function mayStay(state: SessionState): boolean {
  if (state.kind === 'signedIn') return isCurrent(state.session, Date.now())
  return state.kind === 'locked'
}

function accountOf(state: SessionState): string | undefined {
  if (state.kind === 'signedIn') return state.session.user.account
  return state.kind === 'locked' ? state.account : undefined
}
