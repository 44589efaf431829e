import { paths, safeBack } from '@/lib/paths'
import { isCurrent, sessionState } from '@/lib/session'

const login = paths.login()
/** Pages that nobody has to sign in for. */
const openPages = [login, paths.register(), paths.openSigningKey()]

/** The path and query after the hash, as the router reads them. */
function address(): URL {
  return new URL(window.location.hash.slice(1) || paths.home(), window.location.origin)
}

export function isSignInAddress(): boolean {
  return address().pathname === login
}

/** The page to open after signing in. */
export function backAddress(): string {
  return safeBack(address().searchParams.get('back'))
}

/** Replaces the address without an entry in the history and without an event. */
export function replaceAddress(path: string): void {
  window.history.replaceState(null, '', `#${path}`)
}

/** Sends a visitor without a session to the sign-in page; the page that was asked for opens afterwards. */
export function sendToSignIn(): void {
  const state = sessionState()
  const mayStay =
    state.kind === 'locked' || (state.kind === 'signedIn' && isCurrent(state.session, Date.now()))
  const { pathname, search } = address()
  if (mayStay || openPages.includes(pathname)) return
  const isStart = pathname === paths.home() || `${pathname}${search}` === paths.dashboard()
  replaceAddress(paths.login(isStart ? undefined : `${pathname}${search}`))
}
