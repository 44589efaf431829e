import { answer, api, urlOf } from '@/api/http'
import type { Me, SignInOptions } from '@/api/types'
import { forgetAskAgain, mustAskAgain } from '@/lib/askAgain'
import { sessionState } from '@/lib/session'

/** The page to open after the way to the provider and back; it stays in this tab. */
const backKey = 'airfolio.back'
const patienceMs = 5000

export function signInOptions(): Promise<SignInOptions> {
  return answer(api.GET('/users/signInOptions'))
}

interface Start {
  provider: string
  /** The page to open afterwards, as the router spells it. */
  back: string
  /** The person must sign in again, also when the provider remembers them. */
  fresh?: boolean
  /** The act that the person proves by signing in again. */
  act?: string | undefined
}

/** Leaves for the sign-in page of an identity provider. */
export async function startAtProvider({ provider, back, fresh = false, act }: Start): Promise<void> {
  const body = { provider, fresh: fresh || mustAskAgain(), ...(act && { act }) }
  const { url } = await answer(api.POST('/users/openid/start', { body }))
  sessionStorage.setItem(backKey, back)
  if (url) window.location.assign(url)
}

interface ProviderAnswer {
  code: string
  state: string
  /** The issuer; not all providers tell it. */
  iss: string | null
}

/** The answer that a provider sent along in the address; `undefined` on an ordinary visit. */
export function providerAnswer(): ProviderAnswer | 'refused' | undefined {
  const query = new URLSearchParams(window.location.hash.split('?')[1])
  if (query.has('error')) return 'refused'
  const [code, state] = [query.get('code'), query.get('state')]
  return code && state ? { code, state, iss: query.get('iss') } : undefined
}

/** The page that was open before, once. */
export function takeBack(): string | undefined {
  const back = sessionStorage.getItem(backKey) ?? undefined
  sessionStorage.removeItem(backKey)
  return back
}

/** Finishes the sign-in; the token comes with the answer's header. A session that was open before ends. */
export async function finishAtProvider(body: ProviderAnswer): Promise<Me> {
  const before = sessionState()
  const me = await answer(api.POST('/users/openid/finish', { body }))
  forgetAskAgain()
  if (before.kind === 'signedIn') void endSession(before.session.token)
  return me
}

async function endSession(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await fetch(urlOf('/users/logout'), { method: 'POST', headers }).catch(() => undefined)
}

/** The page that ends the session at the provider, too. */
export async function signOutPage(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(patienceMs)
  const page = await answer(api.GET('/users/openid/signOut', { signal })).catch(() => undefined)
  return page?.url ?? undefined
}
